import {
  box,
  disc,
  glow,
  gull,
  haze,
  ink,
  lifted,
  line,
  moved,
  ridge,
  ridgeHeight,
  round,
  seeded,
  shape,
  sheet,
  wash,
} from './paper.ts'
import type { Ridge } from './paper.ts'

export function mountainsInMist(): string {
  const front: Ridge = { seed: 63, y: 800, height: 70, length: 1500, rough: 0.35 }
  return sheet([
    wash('sky', [
      [0, '#f1d3a4'],
      [0.35, '#f4dfbd'],
      [0.7, '#f3e6d0'],
      [1, '#f3e6d0'],
    ]),
    glow('halo', [520, 300], 430, '#fff6e0', 0.9),
    lifted('low', disc(520, 300, 108, '#e8895f')),
    lifted('low', ridge({ seed: 50, y: 430, height: 92, length: 900, rough: 0.7 }, '#c9c7ab')),
    haze('mist1', 420, 220, '#f6ead4', 0.9),
    lifted('low', ridge({ seed: 57, y: 520, height: 104, length: 1100, rough: 0.6 }, '#a3b097')),
    haze('mist2', 500, 220, '#f3e9d3', 0.85),
    lifted('mid', ridge({ seed: 60, y: 620, height: 90, length: 820, rough: 0.5 }, '#768f79')),
    haze('mist3', 610, 210, '#e9e6d0', 0.75),
    lifted('mid', ridge({ seed: 71, y: 720, height: 66, length: 1000, rough: 0.4 }, '#4f6f5d')),
    haze('mist4', 720, 180, '#d4dcc6', 0.55),
    lifted('high', cedars(front, 5, '#3a5a4a'), ridge(front, '#3a5a4a')),
    lifted(
      'mid',
      shape('M700 900Q860 792 1020 788Q1260 786 1640 930L1640 1010L700 1010Z', '#456955'),
    ),
    path(),
    inn(),
    lifted('high', cedars({ ...front, y: 960, seed: 91 }, 6, '#233a30'), foreground()),
    gull(860, 240, 46, ink.umber),
    gull(930, 280, 34, ink.umber),
  ])
}

function foreground(): string {
  return ridge({ seed: 91, y: 960, height: 40, length: 1500, rough: 0.35 }, '#233a30')
}

/** Cedars along a ridge, with a clearing in the middle. */
function cedars(ground: Ridge, seed: number, fill: string): string {
  const height = ridgeHeight(ground)
  const next = seeded(seed)
  const trees: string[] = []
  for (let x = -20; x < 1640; x += 26 + next() * 54) {
    const isClearing = x > 690 && x < 1240
    const scale = round(0.6 + next() * 0.8)
    if (!isClearing) trees.push(moved(x, height(x) + 60 * scale, scale, cedar(fill)))
  }
  return trees.join('')
}

function cedar(fill: string): string {
  return shape(
    'M0 -190L26 -132L16 -134L42 -82L26 -86L56 -26L6 -34L6 0L-6 0L-6 -34L-56 -26L-26 -86L-42 -82L-16 -134L-26 -132Z',
    fill,
  )
}

function path(): string {
  return shape(
    'M990 790Q900 812 960 846T870 900Q800 936 850 1010L1030 1010Q960 944 1012 902T1016 846Q980 812 1004 790Z',
    '#d8c39a',
    0.9,
  )
}

function inn(): string {
  return [
    glow('lantern', [1040, 764], 170, '#ffd88f', 0.7),
    lifted(
      'mid',
      box(930, 716, 180, 82, '#5d4034'),
      box(950, 738, 44, 48, '#ffd88f'),
      box(1004, 738, 44, 48, '#ffd88f'),
      shape('M892 722Q960 690 976 658L1064 658Q1080 690 1148 722Z', '#2d3338'),
      box(968, 650, 104, 14, '#3d464c', { corner: 4 }),
    ),
    line('M972 738L972 786M950 762L994 762M1026 738L1026 786M1004 762L1048 762', '#5d4034', 4),
    line('M1128 800L1128 728L1150 728', '#2d3338', 6),
    lifted('low', box(1138, 734, 26, 36, ink.coral, { corner: 10 })),
  ].join('')
}
