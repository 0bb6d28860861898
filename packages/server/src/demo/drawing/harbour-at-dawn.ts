import {
  box,
  disc,
  glow,
  gull,
  haze,
  ink,
  island,
  lifted,
  line,
  moved,
  oval,
  polygon,
  ripples,
  shape,
  sheet,
  wash,
} from './paper.ts'

export function harbourAtDawn(): string {
  return sheet([
    wash('sky', [
      [0, '#f7d9b8'],
      [0.35, '#f6c9a6'],
      [0.56, '#f3b394'],
      [1, '#e79c80'],
    ]),
    glow('halo', [1060, 420], 560, '#fff4d8', 0.9),
    lifted('mid', disc(1060, 420, 118, '#fff1d2')),
    lifted('low', island([560, 560], 640, 120, '#d9a893', 4)),
    lifted('low', island([980, 560], 780, 190, '#b88f8a', 9)),
    lifted('low', island([-160, 560], 700, 230, '#8f7f88', 2)),
    lifted('mid', box(-40, 552, 1700, 500, '#5d8b95')),
    haze('water', 552, 448, ink.navy, 0.55),
    ripples({ seed: 5, top: 566, bottom: 960, count: 46 }, '#fbd9b4', 0.6, [820, 1300]),
    ripples({ seed: 8, top: 580, bottom: 990, count: 70 }, '#a9cbc8', 0.3),
    breakwater(),
    village(),
    moved(640, 690, 0.82, boat(ink.brick, ink.cream)),
    moved(1010, 790, 1.2, boat(ink.deep, ink.sand)),
    gull(830, 250, 64, ink.cream),
    gull(930, 200, 44, ink.cream),
    gull(720, 300, 38, ink.cream),
  ])
}

function breakwater(): string {
  return [
    lifted('mid', shape('M1170 622L1640 596L1640 700L1150 668Z', '#3f5565')),
    lifted(
      'low',
      shape('M1222 618L1234 500L1274 500L1286 618Z', ink.cream),
      shape('M1228 566L1231 530L1277 530L1280 566Z', ink.coral),
      box(1230, 472, 48, 30, ink.navy, { corner: 4 }),
      box(1244, 477, 20, 20, '#ffe6a8'),
      shape('M1224 474L1254 446L1284 474Z', ink.brick),
    ),
  ].join('')
}

function village(): string {
  const houses = [
    house(-30, 360, 150, ink.sand, ink.umber),
    house(96, 410, 130, ink.rose, '#55626c'),
    house(208, 372, 124, ink.cream, ink.navy),
    house(316, 436, 138, '#7fa9ad', ink.deep),
    house(438, 470, 108, ink.oat, '#55626c'),
  ]
  return [
    lifted('mid', shape('M-40 480Q160 250 420 390T700 620L-40 700Z', '#51683f')),
    lifted('mid', ...houses),
    lifted('high', shape('M-40 640L560 620L690 660L620 740L-40 800Z', '#3a4f5f')),
    shape('M-40 640L560 620L690 660L560 652L-40 676Z', '#5a7080'),
    ...[60, 190, 330, 470, 590].map((x) => box(x, 640 - x / 60, 12, 34, ink.night, { corner: 5 })),
  ].join('')
}

function house(x: number, y: number, width: number, wall: string, roof: string): string {
  const bottom = 646
  const middle = x + width / 2
  const windows = [0.22, 0.6].flatMap((along) =>
    [62, 128].map((down) =>
      y + down + 40 > bottom - 24
        ? ''
        : box(x + width * along, y + down, 22, 30, along > 0.5 ? '#ffdc94' : ink.navy, {
            corner: 2,
          }),
    ),
  )
  const gable: [number, number][] = [
    [x - 20, y + 50],
    [middle, y],
    [x + width + 20, y + 50],
  ]
  return [
    box(x, y + 44, width, bottom - y - 44, wall),
    shape(polygon(gable), roof),
    ...windows,
    box(middle - 14, bottom - 50, 28, 50, roof),
  ].join('')
}

function boat(hull: string, cabin: string): string {
  return [
    oval(0, 62, 190, 16, ink.night, 0.28),
    lifted(
      'mid',
      box(-54, -62, 96, 66, cabin, { corner: 8 }),
      box(-40, -48, 26, 24, ink.navy, { corner: 3 }),
      box(-4, -48, 26, 24, ink.navy, { corner: 3 }),
      box(-66, -72, 120, 14, hull, { corner: 6 }),
      line('M84 8L84 -128', ink.umber, 7),
      line('M84 -120L168 -4', ink.umber, 3),
      line('M84 -120L-66 -72', ink.umber, 3),
      shape('M-186 -20Q-150 52 -110 56L120 56Q176 40 206 -34Q60 12 -186 -20Z', hull),
      shape('M-180 -8Q60 26 202 -22L206 -34Q60 12 -186 -20Z', ink.cream),
    ),
    disc(-120, 26, 11, ink.cream),
    disc(-80, 30, 11, ink.cream),
  ].join('')
}
