import {
  box,
  disc,
  glow,
  ink,
  lifted,
  line,
  ridge,
  round,
  seeded,
  shape,
  sheet,
  wash,
} from './paper.ts'

export function indigoOnTheLine(): string {
  const blues = ['#d5e3e6', '#a8c8d4', '#6f9fba', '#47789c', '#2d5780', '#1d3a5f', '#142842']
  return sheet([
    wash('sky', [
      [0, '#f6e7c9'],
      [0.6, '#f3d9b3'],
      [1, '#f3d9b3'],
    ]),
    glow('sun', [1240, 200], 420, '#fff6de', 0.9),
    lifted('low', ridge({ seed: 14, y: 600, height: 60, length: 1200 }, '#b9bd97')),
    lifted('low', ridge({ seed: 18, y: 690, height: 46, length: 900 }, '#95a277')),
    lifted('mid', ridge({ seed: 22, y: 800, height: 22, length: 1100 }, '#748a57')),
    ...[70, 800, 1530].map((x) =>
      lifted('mid', box(x - 11, 110, 22, 760, ink.umber, { corner: 8 })),
    ),
    lifted('low', line('M-20 178Q400 214 800 178T1620 178', ink.umber, 9)),
    ...blues.map((blue, index) => cloth(130 + index * 196, blue, index)),
    lifted('high', ridge({ seed: 25, y: 930, height: 14, length: 800 }, '#586f41')),
    grass(),
  ])
}

function cloth(x: number, fill: string, index: number): string {
  const sag = 186 + 14 * Math.sin(((x - 130) / 1340) * Math.PI * 2.2)
  const sway = [26, 48, 18, 54, 30, 60, 24][index] ?? 30
  const drop = [560, 600, 540, 620, 570, 610, 550][index] ?? 580
  const left = round(sag)
  const bottom = left + drop
  const d =
    `M${x} ${left}L${x + 160} ${left + 4}` +
    `C${x + 150} ${left + 200} ${x + 190 + sway} ${bottom - 210} ${x + 168 + sway} ${bottom - 20}` +
    `Q${x + 124 + sway} ${bottom + 22} ${x + 84 + sway} ${bottom}` +
    `T${x + sway} ${bottom + 4}` +
    `C${x + 30 + sway} ${bottom - 210} ${x - 20} ${left + 200} ${x} ${left}Z`
  const fold = (along: number) =>
    line(
      `M${x + along} ${left + 10}C${x + along - 10} ${left + 200} ${x + along + sway + 24} ${bottom - 210} ${x + along + sway} ${bottom - 12}`,
      '#ffffff',
      7,
      index < 2 ? 0.4 : 0.14,
    )
  const pegs = [24, 132].map((along) => box(x + along, left - 16, 13, 34, ink.oat, { corner: 4 }))
  const motif = index % 3 === 1 ? dots(x + 80 + sway * 0.6, left + drop * 0.5, fill) : ''
  return [lifted('high', shape(d, fill)), fold(46), fold(112), motif, ...pegs].join('')
}

function dots(x: number, y: number, fill: string): string {
  const rings = [0, 1, 2, 3].map((index) =>
    disc(x + index * 6 - 8, y - 180 + index * 112, 30, ink.cream, 0.85),
  )
  const middles = [0, 1, 2, 3].map((index) =>
    disc(x + index * 6 - 8, y - 180 + index * 112, 13, fill),
  )
  return [...rings, ...middles].join('')
}

function grass(): string {
  const next = seeded(52)
  return Array.from({ length: 120 }, () => {
    const x = next() * 1600
    const y = 945 + next() * 60
    return line(
      `M${round(x)} ${round(y)}q${round((next() - 0.5) * 16)} -24 ${round((next() - 0.3) * 26)} -44`,
      next() > 0.5 ? '#7f9660' : '#445833',
      5,
    )
  }).join('')
}
