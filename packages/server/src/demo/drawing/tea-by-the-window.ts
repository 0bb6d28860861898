import { box, disc, ink, lifted, line, moved, oval, shape, sheet, wash } from './paper.ts'

export function teaByTheWindow(): string {
  return sheet([
    wash('wall', [
      [0, '#e9d6b6'],
      [1, '#f0e2c9'],
    ]),
    teaWindow(),
    lifted('high', shape('M-40 720L1640 720L1640 1040L-40 1040Z', '#8a5a43')),
    shape('M-40 720L1640 720L1640 738L-40 738Z', '#a8745a'),
    ...[800, 880, 950].map((y) => line(`M-20 ${y}Q700 ${y - 14} 1620 ${y + 4}`, '#774b38', 3, 0.6)),
    moved(1300, 800, 1.16, vaseWithBranch()),
    lifted('high', box(318, 798, 706, 36, ink.navy, { corner: 18 })),
    box(326, 800, 690, 12, '#3a536b', { corner: 6 }),
    moved(570, 806, 1.15, teapot()),
    steam(888, 610),
    moved(888, 806, 1, cup(ink.foam, ink.mist)),
    moved(1122, 900, 1.2, cup(ink.coral, ink.brick)),
    lifted('mid', oval(250, 926, 150, 40, ink.foam)),
    oval(250, 922, 118, 28, '#bdd3ca'),
    ...[
      [256, 896],
      [294, 914],
      [214, 916],
    ].map(([x = 0, y = 0]) => moved(x, y, 1, sweet())),
  ])
}

function teaWindow(): string {
  const view = [
    box(150, 60, 760, 560, '#cfe0dc'),
    disc(690, 200, 62, '#fdf3da'),
    shape('M150 470Q330 300 520 420T910 360L910 620L150 620Z', '#9dbdb3'),
    shape('M150 540Q400 420 620 500T910 470L910 620L150 620Z', '#6f9a93'),
    shape('M150 590Q420 540 910 566L910 620L150 620Z', '#4a7a79'),
  ]
  const bars = [
    box(130, 40, 800, 26, '#7a4d3a'),
    box(130, 614, 800, 28, '#7a4d3a'),
    box(130, 40, 26, 600, '#7a4d3a'),
    box(904, 40, 26, 600, '#7a4d3a'),
    box(390, 60, 12, 560, '#7a4d3a'),
    box(652, 60, 12, 560, '#7a4d3a'),
    box(150, 330, 760, 12, '#7a4d3a'),
  ]
  return [
    ...view,
    lifted('mid', ...bars),
    shape('M930 66L1640 330L1640 700L930 560Z', '#fff6dd', 0.28),
  ].join('')
}

function teapot(): string {
  return [
    lifted(
      'high',
      shape('M120 -120Q190 -150 206 -196L238 -190Q226 -108 130 -62Z', ink.deep),
      shape('M-150 -118L-262 -176Q-280 -184 -276 -162L-158 -80Z', ink.umber),
      shape(
        'M-160 -80C-160 -190 -80 -206 0 -206C80 -206 160 -190 160 -80C160 -20 110 0 0 0C-110 0 -160 -20 -160 -80Z',
        ink.deep,
      ),
      oval(0, -200, 96, 18, '#366b80'),
      shape('M-78 -204Q0 -250 78 -204Z', '#366b80'),
      disc(0, -238, 19, ink.coral),
    ),
    shape(
      'M-120 -62C-120 -140 -70 -172 -30 -180C-80 -150 -96 -100 -92 -50Q-112 -40 -120 -62Z',
      '#7fb0b4',
      0.55,
    ),
    line('M-142 -52Q0 -20 142 -52', ink.mist, 5, 0.6),
  ].join('')
}

function cup(body: string, shade: string): string {
  return [
    lifted(
      'mid',
      shape('M-76 -130L76 -130Q74 -30 46 0L-46 0Q-74 -30 -76 -130Z', body),
      oval(0, -130, 76, 17, shade),
      oval(0, -127, 64, 12, '#8d8a3c'),
    ),
    shape('M30 -112L74 -116Q72 -30 46 0L20 0Q44 -50 30 -112Z', ink.night, 0.1),
  ].join('')
}

function steam(x: number, y: number): string {
  const wisp = (dx: number, dy: number) =>
    line(`M${x + dx} ${y + dy + 40}q-26 -34 0 -68t0 -68t4 -50`, '#fffaf0', 11, 0.75)
  return wisp(-26, 10) + wisp(18, -12)
}

function vaseWithBranch(): string {
  const blossoms = [
    [-150, -330],
    [-88, -310],
    [-34, -440],
    [60, -470],
    [120, -560],
    [-190, -420],
    [20, -340],
    [152, -500],
  ].map(([x = 0, y = 0], index) =>
    lifted('low', flower(x, y, index % 3 === 0 ? ink.coral : '#f4cdb9')),
  )
  return [
    line('M0 -200Q-30 -320 40 -400T130 -590', ink.umber, 10),
    line('M-6 -240Q-80 -300 -130 -340T-200 -440', ink.umber, 8),
    line('M10 -330Q-10 -400 -40 -450', ink.umber, 7),
    line('M60 -420Q120 -450 156 -510', ink.umber, 6),
    ...blossoms,
    lifted(
      'high',
      shape(
        'M-34 -216L34 -216Q30 -170 74 -120Q110 -40 50 0L-50 0Q-110 -40 -74 -120Q-30 -170 -34 -216Z',
        ink.cream,
      ),
    ),
    shape(
      'M10 -216L34 -216Q30 -170 74 -120Q110 -40 50 0L6 0Q70 -60 40 -120Q6 -170 10 -216Z',
      ink.oat,
      0.7,
    ),
    line('M-88 -70Q0 -46 88 -70', ink.sea, 7, 0.9),
    line('M-84 -50Q0 -26 84 -50', ink.sea, 4, 0.8),
  ].join('')
}

function flower(x: number, y: number, fill: string): string {
  const petals = Array.from({ length: 5 }, (_, index) => {
    const angle = (index / 5) * Math.PI * 2 - Math.PI / 2
    return disc(x + Math.cos(angle) * 14, y + Math.sin(angle) * 14, 13, fill)
  })
  return [...petals, disc(x, y, 7, ink.ochre)].join('')
}

function sweet(): string {
  return lifted('low', oval(0, 0, 30, 20, ink.rose), oval(-4, -5, 18, 9, '#f8dccb'))
}
