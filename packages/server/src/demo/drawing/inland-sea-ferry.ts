import {
  box,
  disc,
  gull,
  haze,
  ink,
  island,
  lifted,
  line,
  moved,
  oval,
  ridge,
  ripples,
  seeded,
  shape,
  sheet,
  wash,
} from './paper.ts'

export function inlandSeaFerry(): string {
  return sheet([
    wash('sky', [
      [0, '#bcd9d4'],
      [0.3, '#d9e6da'],
      [0.5, '#f5ead2'],
      [1, '#f5ead2'],
    ]),
    lifted('low', disc(420, 220, 92, '#fdf6e4')),
    cloud(1040, 170, 1),
    cloud(170, 130, 0.62),
    cloud(760, 290, 0.5),
    lifted('low', island([-120, 470], 760, 150, '#b9d1c9', 11)),
    lifted('low', island([700, 470], 980, 190, '#a3c4bf', 21)),
    haze('far', 330, 150, '#f5ead2', 0.55),
    lifted('low', box(-40, 466, 1700, 600, '#8fbcb8')),
    lifted('low', island([330, 520], 620, 200, '#79a9a6', 33)),
    lifted('mid', island([1020, 560], 760, 270, '#4f8488', 15)),
    lifted('low', smoothWater(556, '#6fa6a8', 3)),
    lifted('mid', island([-220, 650], 560, 250, '#35666f', 27)),
    lifted('low', smoothWater(640, '#4f8c94', 7)),
    ripples({ seed: 12, top: 650, bottom: 980, count: 60 }, ink.foam, 0.5),
    line('M250 770Q470 752 700 758', ink.cream, 6, 0.8),
    line('M170 796Q420 772 690 774', ink.cream, 9, 0.6),
    line('M110 832Q400 796 690 788', ink.cream, 12, 0.35),
    moved(930, 700, 1.25, ferry()),
    lifted('high', smoothWater(880, ink.deep, 13)),
    ripples({ seed: 19, top: 905, bottom: 985, count: 16 }, ink.mist, 0.4),
    pineBranch(),
    gull(610, 226, 54, ink.cream),
    gull(690, 186, 38, ink.cream),
  ])
}

function cloud(x: number, y: number, scale: number): string {
  const d =
    'M-190 40Q-210 4 -160 0Q-150 -44 -96 -34Q-66 -84 -6 -58Q46 -92 84 -40Q140 -52 150 -6Q204 -2 190 40Z'
  return moved(x, y, scale, lifted('low', shape(d, '#fdf8ea')))
}

function smoothWater(y: number, fill: string, seed: number): string {
  return ridge({ seed, y, height: 7, length: 620, rough: 0.6 }, fill)
}

function ferry(): string {
  const portholes = Array.from({ length: 7 }, (_, index) =>
    disc(-120 + index * 42, 34, 8, ink.navy),
  )
  const windows = Array.from({ length: 8 }, (_, index) =>
    box(-118 + index * 34, -44, 20, 22, ink.navy, { corner: 3 }),
  )
  return [
    oval(10, 78, 250, 14, ink.night, 0.3),
    lifted(
      'mid',
      box(-10, -152, 52, 100, ink.coral, { corner: 4 }),
      box(-10, -140, 52, 14, ink.cream),
      box(64, -118, 120, 60, ink.cream, { corner: 6 }),
      box(82, -104, 88, 20, ink.navy, { corner: 4 }),
      box(-150, -62, 330, 66, ink.cream, { corner: 8 }),
      shape('M-226 0L240 -6Q238 60 190 76L-190 76Q-222 60 -226 0Z', ink.cream),
      shape('M-218 41L230 41.5Q217 67 190 76L-190 76Q-209 66 -218 41Z', ink.coral),
    ),
    ...windows,
    ...portholes,
    line('M-200 0L-200 -30L-150 -30', ink.navy, 4),
    line('M128 -118L128 -176', ink.navy, 5),
  ].join('')
}

function pineBranch(): string {
  const next = seeded(77)
  const tufts = [
    [1580, 60],
    [1490, 96],
    [1420, 50],
    [1360, 132],
    [1530, 176],
    [1450, 206],
    [1280, 96],
  ].map(([x = 0, y = 0]) => {
    const needles = Array.from({ length: 26 }, (_, index) => {
      const angle = Math.PI * (0.9 + (index / 25) * 1.25) - Math.PI * 0.08
      const reach = 52 + next() * 18
      return line(
        `M${x} ${y}L${(x + Math.cos(angle) * reach).toFixed(1)} ${(y + Math.sin(angle) * reach * 0.72).toFixed(1)}`,
        index % 3 === 0 ? '#4c6b52' : ink.pine,
        6,
      )
    })
    return lifted('low', ...needles)
  })
  const wood = line('M1640 150Q1500 128 1400 142T1262 104', ink.umber, 15)
  const twig = line('M1560 138Q1500 190 1448 212', ink.umber, 9)
  return [lifted('mid', wood, twig), ...tufts].join('')
}
