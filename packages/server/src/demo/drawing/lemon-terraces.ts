import {
  box,
  disc,
  ink,
  island,
  lifted,
  line,
  moved,
  oval,
  ripples,
  round,
  seeded,
  shape,
  sheet,
  turned,
  wash,
} from './paper.ts'

export function lemonTerraces(): string {
  return sheet([
    wash('sky', [
      [0, '#a9d0d2'],
      [0.4, '#d6e6dc'],
      [1, '#f1ead6'],
    ]),
    lifted('low', island([300, 420], 560, 96, '#9cc3c0', 8)),
    lifted('low', island([900, 420], 760, 150, '#7fb0b1', 12)),
    lifted('low', box(-40, 414, 1700, 640, '#69a5ab')),
    ripples({ seed: 6, top: 424, bottom: 600, count: 50 }, ink.cream, 0.45),
    moved(985, 452, 0.34, sail()),
    ...terraces(),
    moved(420, 935, 1, crate()),
    leaves(),
  ])
}

function sail(): string {
  return lifted(
    'low',
    shape('M0 -190L0 0L120 0Q90 -110 0 -190Z', ink.cream),
    shape('M-14 -150L-14 0L-90 0Q-60 -90 -14 -150Z', ink.rose),
    shape('M-120 14L150 14L110 60L-80 60Z', ink.brick),
  )
}

/** Steps of a hillside that falls from the left. */
function terraces(): string[] {
  const next = seeded(17)
  const steps = [
    ['#9aa866', 430, 1000],
    ['#8a9b58', 520, 1180],
    ['#7a8d4e', 615, 1380],
    ['#68803f', 720, 1640],
    ['#587036', 835, 1800],
  ] as const
  return steps.map(([fill, y, reach]) => {
    const trees: string[] = []
    for (let x = 20 + next() * 50; x < reach - 130; x += 96 + next() * 34) {
      trees.push(moved(x, y + 20 + (x / reach) ** 3 * 56, round(0.62 + y / 1500), lemonTree(next)))
    }
    const d =
      `M-40 ${y + 16}Q${reach * 0.5} ${y + 8} ${reach - 90} ${y + 76}` +
      `Q${reach + 30} ${y + 150} ${reach + 60} 1040L-40 1040Z`
    const wall = `M-40 ${y + 16}Q${reach * 0.5} ${y + 8} ${reach - 90} ${y + 76}L${reach - 96} ${y + 96}Q${reach * 0.5} ${y + 34} -40 ${y + 40}Z`
    return [lifted('low', ...trees), lifted('mid', shape(d, fill)), shape(wall, ink.oat)].join('')
  })
}

function lemonTree(next: () => number): string {
  const fruit = Array.from({ length: 7 }, () =>
    disc(-34 + next() * 68, -92 + next() * 56, 7.5, ink.lemon),
  )
  return [
    box(-5, -36, 10, 40, ink.umber),
    disc(0, -70, 46, '#456338'),
    disc(-30, -54, 30, '#456338'),
    disc(30, -54, 30, '#456338'),
    disc(-8, -82, 28, '#547544'),
    ...fruit,
  ].join('')
}

function crate(): string {
  const fruit = [-150, -96, -40, 20, 78, 136].map((x, index) =>
    oval(x, -88 - (index % 2) * 14, 44, 36, index % 3 === 1 ? '#e9bd45' : ink.lemon),
  )
  return [
    lifted('low', ...fruit, oval(-70, -124, 42, 34, ink.lemon), oval(52, -126, 42, 34, '#e9bd45')),
    lifted(
      'high',
      box(-210, -72, 420, 42, '#a8744f', { corner: 4 }),
      box(-210, -22, 420, 42, '#9a6744', { corner: 4 }),
      box(-216, -84, 26, 112, '#7d5138', { corner: 4 }),
      box(190, -84, 26, 112, '#7d5138', { corner: 4 }),
    ),
  ].join('')
}

/** A branch that hangs into the picture, close to the eye. */
function leaves(): string {
  const leaf = (x: number, y: number, angle: number, size: number, fill: string) =>
    turned(
      angle,
      [x, y],
      lifted(
        'mid',
        shape(
          `M${x} ${y}Q${x + size * 0.5} ${y - size * 0.42} ${x + size} ${y}Q${x + size * 0.5} ${y + size * 0.42} ${x} ${y}Z`,
          fill,
        ),
        line(`M${x} ${y}L${x + size * 0.86} ${y}`, '#8ea564', 4),
      ),
    )
  return [
    lifted('mid', line('M1660 60Q1440 70 1330 200T1160 330', ink.umber, 15)),
    leaf(1540, 70, 150, 190, '#3f6139'),
    leaf(1440, 110, 100, 180, '#507544'),
    leaf(1400, 140, 210, 200, '#3f6139'),
    leaf(1330, 200, 60, 190, '#456a3d'),
    leaf(1290, 240, 186, 190, '#507544'),
    leaf(1210, 300, 80, 150, '#3f6139'),
    leaf(1170, 326, 160, 150, '#456a3d'),
    leaf(1620, 60, 60, 190, '#456a3d'),
    lemon(1420, 330, 1.15, 14),
    lemon(1240, 440, 0.95, -12),
    lemon(1546, 206, 0.9, -6),
  ].join('')
}

function lemon(x: number, y: number, scale: number, angle: number): string {
  return turned(
    angle,
    [x, y],
    moved(
      x,
      y,
      scale,
      line('M0 -84L0 -132', ink.moss, 8),
      lifted(
        'high',
        shape(
          'M0 -96Q18 -90 26 -80C84 -62 92 34 40 76Q22 92 14 104Q0 112 -14 104Q-22 92 -40 76C-92 34 -84 -62 -26 -80Q-18 -90 0 -96Z',
          ink.lemon,
        ),
      ),
      shape('M26 -80C84 -62 92 34 40 76Q22 92 14 104Q40 20 26 -80Z', '#d9a93a', 0.55),
      oval(-32, -26, 13, 30, '#fbe69a', 0.9),
    ),
  )
}
