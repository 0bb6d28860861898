import {
  box,
  disc,
  glow,
  ink,
  lifted,
  line,
  moved,
  polygon,
  seeded,
  shape,
  sheet,
  wash,
} from './paper.ts'

export function shelfOfPots(): string {
  const boards = [330, 610, 890]
  const next = seeded(23)
  const rows = boards.map((y, row) => [...pots(y, row, next), board(y)].join(''))
  return sheet([
    wash('wall', [
      [0, '#d98b66'],
      [1, '#c9744f'],
    ]),
    glow('light', [300, 120], 900, '#f7cf9f', 0.6),
    ...rows,
  ])
}

function board(y: number): string {
  return [
    lifted('high', box(-40, y, 1680, 30, '#6b4136')),
    box(-40, y, 1680, 9, '#8a5947'),
    ...[180, 1420].map((x) =>
      lifted(
        'low',
        shape(
          polygon([
            [x, y + 30],
            [x + 26, y + 30],
            [x + 13, y + 96],
            [x, y + 96],
          ]),
          '#55332a',
        ),
      ),
    ),
  ].join('')
}

type Pot = (body: string, band: string) => string

const bowl: Pot = (body, band) =>
  lifted('mid', shape('M-92 -84L92 -84Q84 -14 34 0L-34 0Q-84 -14 -92 -84Z', body)) +
  shape('M-91 -74L91 -74L88 -54L-88 -54Z', band)

const bottle: Pot = (body, band) =>
  lifted(
    'mid',
    shape(
      'M-20 -226L20 -226Q16 -160 58 -116Q84 -40 44 0L-44 0Q-84 -40 -58 -116Q-16 -160 -20 -226Z',
      body,
    ),
  ) + shape('M-64 -98Q0 -80 64 -98L70 -74Q0 -54 -70 -74Z', band)

const jar: Pot = (body, band) =>
  lifted(
    'mid',
    shape('M-70 -150Q-100 -70 -64 0L64 0Q100 -70 70 -150Z', body),
    shape('M-62 -150L62 -150L54 -176L-54 -176Z', band),
    disc(0, -186, 14, band),
  )

const beaker: Pot = (body, band) =>
  lifted('mid', shape('M-54 -120Q-54 -16 -32 0L32 0Q54 -16 54 -120Z', body)) +
  shape('M-53.5 -92L53.5 -92Q53 -76 52 -66L-52 -66Q-53 -76 -53.5 -92Z', band)

const moonJar: Pot = (body, band) =>
  lifted(
    'mid',
    shape(
      'M-34 -190L34 -190Q104 -170 104 -96Q104 -14 40 0L-40 0Q-104 -14 -104 -96Q-104 -170 -34 -190Z',
      body,
    ),
  ) + shape('M-34 -190L34 -190L38 -178L-38 -178Z', band)

const handled: Pot = (body, band) =>
  line('M48 -96Q108 -100 98 -60Q88 -26 44 -34', body, 15) + beaker(body, band)

const plates: Pot = (body, band) =>
  lifted(
    'mid',
    ...Array.from({ length: 6 }, (_, index) =>
      box(-96 + index * 2, -22 - index * 16, 192 - index * 4, 12, index % 2 ? body : band, {
        corner: 6,
      }),
    ),
    box(-60, -10, 120, 10, band, { corner: 4 }),
  )

function pots(y: number, row: number, next: () => number): string[] {
  const orders: readonly (readonly Pot[])[] = [
    [bottle, bowl, moonJar, beaker, beaker, jar, plates, bottle],
    [beaker, beaker, beaker, beaker, beaker, handled, beaker, beaker],
    [plates, jar, bowl, bottle, moonJar, bowl, jar, bowl],
  ]
  const glazes = [
    [ink.cream, ink.sea],
    [ink.deep, ink.mist],
    [ink.sand, ink.umber],
    [ink.mist, ink.cream],
    [ink.oat, ink.deep],
    [ink.navy, ink.ochre],
  ] as const
  const order = orders[row] ?? []
  const gap = 1600 / order.length
  return order.map((pot, index) => {
    const [body, band] = glazes[Math.floor(next() * glazes.length)] ?? glazes[0]
    const isCup = row === 1
    const colours = isCup ? ([ink.cream, ink.sea] as const) : ([body, band] as const)
    const drawn = pot === handled ? pot(ink.ochre, ink.brick) : pot(...colours)
    return moved(
      gap * (index + (pot === handled ? 0.36 : 0.5)) + (next() - 0.5) * 24,
      y,
      isCup ? 1.25 : 0.92,
      drawn,
    )
  })
}
