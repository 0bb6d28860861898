import {
  box,
  disc,
  glow,
  haze,
  ink,
  lifted,
  line,
  moved,
  oval,
  polygon,
  ripples,
  round,
  seeded,
  shape,
  sheet,
  wash,
} from './paper.ts'

export function riverAtBlueHour(): string {
  return sheet([
    wash('sky', [
      [0, '#2b4766'],
      [0.3, '#5d7489'],
      [0.48, '#c79a8d'],
      [0.6, '#f0b48d'],
      [1, '#f0b48d'],
    ]),
    ...evening(),
    ...towers(8, 640, '#7c7a8c', 0.35, [150, 330]),
    haze('dusk', 420, 230, '#f0b48d', 0.5),
    ...towers(3, 646, '#485c74', 0.7, [90, 250]),
    ...towers(29, 650, '#2b4258', 1, [50, 150]),
    lifted('mid', box(-40, 644, 1700, 400, '#3f6178')),
    haze('water', 644, 356, ink.night, 0.6),
    ripples({ seed: 9, top: 660, bottom: 980, count: 60 }, '#f4bd93', 0.55, [250, 700]),
    ripples({ seed: 10, top: 660, bottom: 990, count: 80 }, '#8fb0bf', 0.28),
    bridge(),
    moved(470, 838, 1, waterBus()),
    lifted('high', shape('M940 1040Q1130 890 1640 850L1640 1040Z', '#1b2c3d')),
    line('M940 1040Q1130 890 1640 850', '#3a5167', 9),
    ...[0.3, 0.46, 0.62, 0.78, 0.94].map(lamp),
  ])
}

function evening(): string[] {
  const next = seeded(88)
  const stars = Array.from({ length: 34 }, () =>
    disc(next() * 1600, next() * 240, 1 + next() * 1.8, ink.cream, 0.3 + next() * 0.5),
  )
  const strip = (x: number, y: number, width: number) =>
    lifted(
      'low',
      box(x, y, width, 26, '#a98d92', { corner: 13 }),
      box(x + width * 0.24, y - 20, width * 0.5, 26, '#a98d92', { corner: 13 }),
    )
  return [
    ...stars,
    glow('moonlight', [1080, 190], 260, '#f9e3bd', 0.3),
    lifted('mid', disc(1080, 190, 76, '#f9e3bd')),
    disc(1056, 172, 13, '#eccfa5'),
    disc(1102, 214, 18, '#eccfa5'),
    disc(1104, 164, 8, '#eccfa5'),
    strip(150, 250, 340),
    strip(560, 170, 210),
    strip(1240, 290, 280),
  ]
}

function towers(
  seed: number,
  ground: number,
  fill: string,
  lit: number,
  [low, high]: readonly [number, number],
): string[] {
  const next = seeded(seed)
  const parts: string[] = []
  for (let x = -30; x < 1620;) {
    const width = 56 + next() * 80
    const height = low + next() ** 1.5 * (high - low)
    const top = ground - height
    const windows: string[] = []
    for (let y = top + 16; y < ground - 20; y += 22) {
      for (let column = x + 12; column < x + width - 16; column += 20) {
        if (next() < 0.3 * lit) windows.push(box(column, y, 9, 11, '#ffd894', { opacity: 0.9 }))
      }
    }
    const mast = next() > 0.75 ? box(x + width / 2 - 2, top - 40, 4, 42, fill) : ''
    parts.push(lifted('low', box(x, top, width, height + 20, fill), mast), ...windows)
    x += width + next() * 22
  }
  return parts
}

/** A suspension bridge with a blue frame, as the rivers of the city have. */
function bridge(): string {
  const deck = 610
  const cable = 'M-40 596Q100 560 300 352Q800 700 1300 352Q1500 560 1640 596'
  const hangers: string[] = []
  for (let x = 340; x < 1290; x += 40) {
    const along = (x - 300) / 1000
    const top = 352 * (1 - along) ** 2 + 2 * 700 * along * (1 - along) + 352 * along ** 2
    hangers.push(line(`M${x} ${round(top)}L${x} ${deck}`, '#6ea0bd', 4))
  }
  const tower = (x: number) =>
    lifted(
      'mid',
      shape(
        polygon([
          [x - 26, 330],
          [x + 26, 330],
          [x + 36, 720],
          [x - 36, 720],
        ]),
        '#4c86a8',
      ),
      box(x - 38, 320, 76, 20, '#6ea0bd', { corner: 4 }),
      box(x - 60, 690, 120, 60, '#3a4c5e', { corner: 6 }),
    )
  return [
    lifted('low', line(cable, '#6ea0bd', 13)),
    ...hangers,
    lifted('high', box(-40, deck, 1700, 30, '#3b6f90'), box(-40, deck + 30, 1700, 12, '#274b64')),
    tower(300),
    tower(1300),
    ...Array.from({ length: 20 }, (_, index) => disc(20 + index * 82, deck + 4, 5, '#ffe2a6')),
  ].join('')
}

function waterBus(): string {
  const panes = Array.from({ length: 9 }, (_, index) =>
    box(-172 + index * 40, -46, 32, 34, '#ffe2a6', { corner: 4 }),
  )
  return [
    oval(0, 52, 260, 14, ink.night, 0.4),
    lifted(
      'mid',
      box(-190, -66, 380, 70, ink.cream, { corner: 30 }),
      shape('M-240 0L250 0Q240 44 190 50L-196 50Q-232 40 -240 0Z', ink.coral),
      box(-238, -4, 486, 12, ink.cream, { corner: 6 }),
    ),
    ...panes,
    line('M-250 60Q-400 70 -560 64', ink.cream, 6, 0.5),
    line('M-250 74Q-380 90 -500 92', ink.cream, 8, 0.3),
  ].join('')
}

/** A lamp on the river bank, at a share of its length. */
function lamp(along: number): string {
  const rest = 1 - along
  const x = round(940 * rest ** 2 + 2 * 1130 * along * rest + 1640 * along ** 2)
  const y = 1040 * rest ** 2 + 2 * 890 * along * rest + 850 * along ** 2
  return [
    glow(`lamp${x}`, [x, round(y - 96)], 64, '#ffe2a6', 0.6),
    line(`M${x} ${round(y)}L${x} ${round(y - 84)}`, '#31485c', 7),
    disc(x, y - 96, 13, '#fff0c9'),
  ].join('')
}
