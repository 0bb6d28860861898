import {
  box,
  disc,
  glow,
  ink,
  island,
  lifted,
  line,
  ridge,
  ridgeHeight,
  ripples,
  seeded,
  shape,
  sheet,
  smooth,
  wash,
} from './paper.ts'

export function lighthouseAtNight(): string {
  const next = seeded(31)
  const stars = Array.from({ length: 90 }, () =>
    disc(next() * 1600, next() * 560, 1 + next() * 2.4, '#fdf3d8', 0.35 + next() * 0.6),
  )
  return sheet([
    wash('sky', [
      [0, '#132236'],
      [0.45, '#23415a'],
      [0.66, '#4b7480'],
      [1, '#4b7480'],
    ]),
    ...stars,
    glow('moonlight', [340, 190], 300, '#f7e6bd', 0.22),
    lifted('mid', shape('M340 90A100 100 0 1 0 428 238A84 84 0 1 1 340 90Z', '#f7e6bd')),
    beam(),
    lifted('low', island([-140, 662], 720, 112, '#2f5566', 6)),
    lifted('mid', ridge({ seed: 41, y: 648, height: 10, length: 700 }, '#2c5566')),
    ripples({ seed: 3, top: 660, bottom: 760, count: 40 }, '#f7e6bd', 0.4, [120, 560]),
    lifted('mid', ridge({ seed: 42, y: 730, height: 16, length: 520 }, '#244a5c')),
    lighthouse(),
    lifted('high', rocks()),
    lifted('mid', wave(44, 850, '#1f4052')),
    lifted('high', wave(45, 915, '#19344a')),
  ])
}

function beam(): string {
  return [
    fading('beam', 'x1="1" x2="0"', 0.85),
    shape('M1090 318L-60 300L-60 580Z', 'url(#beam)', 0.6),
    fading('back', 'x1="0" x2="1"', 0.7),
    shape('M1090 318L1640 246L1640 400Z', 'url(#back)', 0.6),
  ].join('')
}

function fading(id: string, direction: string, strength: number): string {
  const light = 'stop-color="#ffe9ad" stop-opacity'
  return (
    `<linearGradient id="${id}" ${direction}><stop offset="0" ${light}="${strength}"/>` +
    `<stop offset="1" ${light}="0"/></linearGradient>`
  )
}

function lighthouse(): string {
  return [
    glow('lamp', [1090, 318], 200, '#fff3cf', 0.75),
    lifted(
      'high',
      shape('M1020 780L1046 366L1134 366L1160 780Z', ink.cream),
      shape('M1033 572L1040 470L1140 470L1147 572Z', ink.coral),
      shape('M1023 730L1027 664L1153 664L1157 730Z', ink.coral),
      box(1028, 350, 124, 22, ink.navy, { corner: 5 }),
    ),
    shape('M1090 366L1134 366L1160 780L1090 780Z', ink.night, 0.16),
    lifted(
      'mid',
      box(1052, 280, 76, 72, ink.navy, { corner: 4 }),
      box(1062, 290, 56, 54, '#ffe9ad', { corner: 2 }),
      shape('M1038 284Q1090 208 1142 284Z', ink.brick),
      disc(1090, 232, 11, ink.brick),
    ),
    line('M1090 290L1090 344', ink.navy, 4),
    box(1076, 402, 24, 40, ink.navy, { corner: 10 }),
    box(1080, 604, 24, 40, ink.navy, { corner: 10 }),
    lifted(
      'mid',
      box(1176, 700, 180, 120, ink.sand),
      shape('M1160 704L1266 636L1372 704Z', ink.brick),
      box(1204, 734, 34, 42, '#ffd98a'),
      box(1290, 734, 34, 42, '#ffd98a'),
    ),
  ].join('')
}

function rocks(): string {
  return (
    shape(
      'M760 1000L800 884L880 850L930 796L1010 772L1390 782L1470 850L1560 868L1640 930L1640 1040L760 1040Z',
      '#2b3644',
    ) +
    shape('M1010 772L1390 782L1340 812L1180 802L1090 830L960 820L930 796Z', '#45535f') +
    shape('M800 884L880 850L960 880L900 930L830 940Z', '#3a4855')
  )
}

function wave(seed: number, y: number, fill: string): string {
  const height = ridgeHeight({ seed, y, height: 15, length: 560, rough: 0.3 })
  const crest = Array.from(
    { length: 42 },
    (_, index) => [index * 40, height(index * 40) + 3] as const,
  )
  return (
    ridge({ seed, y, height: 15, length: 560, rough: 0.3 }, fill) +
    line(smooth(crest, false), ink.foam, 4, 0.35)
  )
}
