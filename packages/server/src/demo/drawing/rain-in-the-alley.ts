import {
  box,
  glow,
  ink,
  lifted,
  line,
  moved,
  oval,
  polygon,
  round,
  seeded,
  shape,
  sheet,
  wash,
} from './paper.ts'

export function rainInTheAlley(): string {
  const next = seeded(64)
  const rain = Array.from({ length: 150 }, () => {
    const x = next() * 1700 - 40
    const y = next() * 1000
    const length = 26 + next() * 44
    return line(
      `M${round(x)} ${round(y)}l${round(-length * 0.18)} ${round(length)}`,
      '#cfe0e4',
      2.4,
      0.16 + next() * 0.26,
    )
  })
  return sheet([
    wash('sky', [
      [0, '#20324a'],
      [0.5, '#3d566b'],
      [1, '#22364b'],
    ]),
    glow('end', [800, 500], 420, '#f2b880', 0.75),
    ...alleyEnd(),
    lifted('high', wall([0, 0, 640, 330, 640, 640, 0, 1000], '#2a3b4f')),
    lifted('high', wall([1600, 0, 960, 330, 960, 640, 1600, 1000], '#25364a')),
    ...shopfronts(),
    ground(),
    line('M-20 90Q420 250 780 210T1620 60', '#15212f', 4, 0.8),
    line('M-20 190Q500 330 820 260T1620 170', '#15212f', 3, 0.8),
    ...lanterns(),
    moved(870, 700, 0.74, walker('#8fb8b6', '#33495c')),
    moved(690, 860, 1.22, walker(ink.coral, '#22303f')),
    ...rain,
  ])
}

function wall(points: readonly number[], fill: string): string {
  const pairs: [number, number][] = []
  for (let index = 0; index < points.length; index += 2) {
    pairs.push([points[index] ?? 0, points[index + 1] ?? 0])
  }
  return shape(polygon(pairs), fill)
}

function alleyEnd(): string[] {
  return [
    lifted(
      'low',
      box(640, 300, 140, 350, '#54687a'),
      shape('M624 304L710 250L796 304Z', '#3a4d60'),
    ),
    lifted(
      'low',
      box(790, 350, 180, 300, '#6a7a86'),
      shape('M776 354L880 296L984 354Z', '#41566a'),
    ),
    ...[
      [672, 350],
      [726, 350],
      [672, 430],
      [824, 400],
      [892, 400],
      [892, 470],
    ].map(([x = 0, y = 0]) => box(x, y, 34, 40, '#ffd894', { corner: 2 })),
  ]
}

/** Doors and awnings that run towards the end of the alley. */
function shopfronts(): string[] {
  const along = (near: number, far: number, t: number) => near + (far - near) * t
  const front = (isLeft: boolean, from: number, to: number, light: string, awning: string) => {
    const x = (t: number) => (isLeft ? along(0, 640, t) : along(1600, 960, t))
    const top = (t: number) => along(430, 470, t)
    const foot = (t: number) => along(1000, 640, t)
    const out = isLeft ? 60 : -60
    return [
      wall(
        [x(from), top(from), x(to), top(to), x(to), foot(to) - 4, x(from), foot(from) - 10],
        light,
      ),
      ...[0.33, 0.66].map((share) => {
        const t = along(from, to, share)
        return line(
          `M${round(x(t))} ${round(top(t))}L${round(x(t))} ${round(foot(t) - 8)}`,
          '#3b2a26',
          8,
        )
      }),
      lifted(
        'mid',
        wall(
          [
            x(from),
            top(from) - 56 * (1 - from / 2),
            x(to),
            top(to) - 30,
            x(to) + out * (1 - to),
            top(to) + 6,
            x(from) + out,
            top(from) + 30,
          ],
          awning,
        ),
      ),
    ].join('')
  }
  return [
    front(true, 0.04, 0.4, '#f3bd74', ink.brick),
    front(true, 0.52, 0.84, '#f7d08f', ink.deep),
    front(false, 0.02, 0.34, '#f7d08f', ink.deep),
    front(false, 0.46, 0.82, '#f0ad66', ink.brick),
    ...[50, 190, 340].map((x) => pane(x, 1, '#e9c687')),
    ...[50, 200].map((x) => pane(x, -1, '#7b9bab')),
  ]
}

/** An upper window, on the left wall (1) or the right one (-1), so far from the edge. */
function pane(from: number, side: 1 | -1, fill: string): string {
  const x = (offset: number) => (side === 1 ? offset : 1600 - offset)
  const top = (offset: number) => 96 + offset * 0.5
  const foot = (offset: number) => top(offset) + 96 - offset * 0.08
  const to = from + 66 - from * 0.06
  return wall([x(from), top(from), x(to), top(to), x(to), foot(to), x(from), foot(from)], fill)
}

function ground(): string {
  const next = seeded(20)
  const sheen = Array.from({ length: 70 }, () => {
    const depth = next()
    const y = 660 + depth * 330
    const spread = 150 + depth * 620
    const x = 800 + (next() - 0.5) * spread * 1.7
    const isWarm = next() > 0.35
    return oval(
      x,
      y,
      18 + depth * 74,
      2 + depth * 6,
      isWarm ? '#f5bb78' : '#8fb0bf',
      isWarm ? 0.42 : 0.3,
    )
  })
  return [
    wall([640, 640, 960, 640, 1600, 1000, 1600, 1040, 0, 1040, 0, 1000], '#2c3f52'),
    ...sheen,
  ].join('')
}

function lanterns(): string[] {
  const places = [
    [250, 330, 1.15],
    [430, 382, 0.86],
    [548, 416, 0.62],
    [1370, 320, 1.15],
    [1190, 378, 0.86],
    [1062, 416, 0.62],
  ] as const
  return places.map(([x, y, scale], index) =>
    [
      glow(`paper${index}`, [x, y + 56 * scale], 170 * scale, '#ff9d5c', 0.6),
      moved(
        x,
        y,
        scale,
        line('M0 -40L0 0', '#15212f', 5),
        lifted('mid', oval(0, 56, 46, 58, index === 4 ? '#6b7783' : '#f06a43')),
        ...[28, 56, 84].map((down) =>
          line(`M-40 ${down}Q0 ${down + 10} 40 ${down}`, '#b5402a', 3, 0.7),
        ),
        box(-22, -6, 44, 12, '#1d2a38', { corner: 3 }),
        box(-22, 106, 44, 12, '#1d2a38', { corner: 3 }),
      ),
    ].join(''),
  )
}

function walker(umbrella: string, coat: string): string {
  return [
    oval(0, 112, 74, 12, '#f5bb78', 0.35),
    shape('M-34 -10Q0 -30 34 -10L44 74L-44 74Z', coat),
    box(-24, 70, 18, 44, '#141d28', { corner: 5 }),
    box(8, 70, 18, 44, '#141d28', { corner: 5 }),
    lifted(
      'mid',
      shape(
        'M-120 -30Q-110 -138 0 -142Q110 -138 120 -30Q96 -52 62 -32Q32 -54 0 -32Q-32 -54 -62 -32Q-96 -52 -120 -30Z',
        umbrella,
      ),
    ),
    line('M0 -142Q-40 -100 -62 -32M0 -142Q40 -100 62 -32M0 -142L0 -160', '#14202e', 3, 0.5),
  ].join('')
}
