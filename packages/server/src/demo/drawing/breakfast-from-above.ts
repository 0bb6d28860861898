import { box, disc, ink, lifted, line, moved, oval, round, shape, sheet, turned } from './paper.ts'

export function breakfastFromAbove(): string {
  const planks = [0, 250, 500, 750].map((y) =>
    [box(-10, y, 1620, 246, '#3b6672'), line(`M-10 ${y + 247}L1620 ${y + 247}`, '#284a56', 8)].join(
      '',
    ),
  )
  return sheet([
    box(0, 0, 1600, 1000, '#3b6672'),
    ...planks,
    ...[70, 170, 330, 420, 590, 680, 830, 920].map((y, index) =>
      line(`M${index * 130 - 60} ${y}q300 ${index % 2 ? 16 : -16} 640 0`, '#457480', 5, 0.8),
    ),
    turned(-7, [800, 520], lifted('high', box(340, 210, 900, 620, ink.sand, { corner: 6 }))),
    turned(-7, [800, 520], ...[244, 262, 764, 782].map((y) => box(340, y, 900, 7, ink.coral))),
    fishPlate(),
    moved(300, 290, 1, bread()),
    moved(1330, 270, 1, mug()),
    moved(1330, 700, 1, marmalade()),
    moved(330, 740, 1, lemonHalves()),
    turned(
      8,
      [1130, 520],
      lifted(
        'mid',
        box(1126, 340, 20, 220, '#d8dcd6', { corner: 10 }),
        box(1122, 540, 28, 180, ink.umber, { corner: 12 }),
      ),
    ),
  ])
}

function fishPlate(): string {
  return [
    lifted('high', oval(760, 520, 340, 230, ink.cream)),
    oval(760, 520, 296, 190, '#f3e6cd'),
    line('M464 520A296 190 0 0 1 1056 520', ink.sea, 6, 0.7),
    turned(-14, [760, 520], fish(760, 476), fish(770, 572)),
    ...[
      [560, 622],
      [600, 644],
      [636, 662],
    ].map(([x = 0, y = 0]) => disc(x, y, 13, ink.leaf)),
    turned(
      20,
      [940, 420],
      lifted(
        'low',
        shape('M890 420A50 50 0 0 1 990 420Z', ink.lemon),
        shape('M900 420A40 40 0 0 1 980 420Z', '#fbe9a8'),
      ),
    ),
  ].join('')
}

function fish(x: number, y: number): string {
  const stripes = Array.from({ length: 8 }, (_, index) =>
    line(
      `M${x - 96 + index * 28} ${y - 34 + Math.abs(index - 3) * 3}q12 14 -2 30`,
      '#1f3a4a',
      7,
      0.85,
    ),
  )
  return [
    lifted(
      'mid',
      shape(
        `M${x + 150} ${y}L${x + 222} ${y - 46}Q${x + 204} ${y} ${x + 222} ${y + 46}Z`,
        '#3d6577',
      ),
      shape(
        `M${x - 210} ${y + 4}Q${x - 150} ${y - 52} ${x - 20} ${y - 50}Q${x + 90} ${y - 46} ${x + 164} ${y}Q${x + 90} ${y + 46} ${x - 20} ${y + 48}Q${x - 150} ${y + 48} ${x - 210} ${y + 4}Z`,
        '#5d8a99',
      ),
    ),
    shape(
      `M${x - 204} ${y + 8}Q${x - 20} ${y + 14} ${x + 160} ${y + 4}Q${x + 90} ${y + 46} ${x - 20} ${y + 48}Q${x - 150} ${y + 46} ${x - 204} ${y + 8}Z`,
      '#d9e3dd',
    ),
    ...stripes,
    disc(x - 166, y - 8, 11, ink.cream),
    disc(x - 166, y - 8, 5, ink.night),
    line(`M${x - 132} ${y - 30}q16 30 0 58`, '#3d6577', 5),
  ].join('')
}

function bread(): string {
  const slice = (x: number, y: number, angle: number) =>
    turned(
      angle,
      [x, y],
      lifted(
        'mid',
        shape(
          `M${x - 84} ${y + 80}L${x - 84} ${y - 20}Q${x - 120} ${y - 90} ${x - 40} ${y - 90}L${x + 40} ${y - 90}Q${x + 120} ${y - 90} ${x + 84} ${y - 20}L${x + 84} ${y + 80}Q${x} ${y + 92} ${x - 84} ${y + 80}Z`,
          '#a4673c',
        ),
      ),
      shape(
        `M${x - 70} ${y + 66}L${x - 70} ${y - 22}Q${x - 96} ${y - 76} ${x - 38} ${y - 76}L${x + 38} ${y - 76}Q${x + 96} ${y - 76} ${x + 70} ${y - 22}L${x + 70} ${y + 66}Q${x} ${y + 76} ${x - 70} ${y + 66}Z`,
        '#efcf9b',
      ),
      ...[
        [-30, -30],
        [24, -44],
        [-6, 12],
        [36, 26],
        [-40, 40],
      ].map(([dx = 0, dy = 0]) => oval(x + dx, y + dy, 8, 5, '#d9ae72')),
    )
  return [
    lifted('high', box(-210, -180, 400, 340, '#8a5a43', { corner: 26 })),
    box(-196, -166, 372, 312, '#9a6a50', { corner: 20 }),
    slice(-70, -10, -16),
    slice(60, 10, 12),
  ].join('')
}

function mug(): string {
  return [
    line('M96 60Q190 90 170 140Q140 176 66 112', ink.coral, 30),
    lifted('high', disc(0, 0, 128, ink.coral)),
    disc(0, 0, 108, ink.brick),
    disc(0, 0, 100, '#9a5a2e'),
    shape('M-70 -50A86 86 0 0 1 40 -76Q-10 -50 -60 -20Z', '#c4874f', 0.8),
  ].join('')
}

function marmalade(): string {
  return [
    lifted('high', disc(0, 0, 118, '#e9efe8')),
    disc(0, 0, 100, '#d9772e'),
    disc(0, 0, 84, ink.ochre),
    ...[
      [-40, -20, 20],
      [20, -46, -30],
      [30, 24, 60],
      [-24, 40, -10],
      [-6, -4, 80],
    ].map(([x = 0, y = 0, angle = 0]) =>
      turned(angle, [x, y], box(x - 20, y - 4, 40, 8, '#c8641f', { corner: 4 })),
    ),
    turned(
      -38,
      [0, 0],
      lifted(
        'mid',
        oval(96, 0, 44, 28, '#d8dcd6'),
        box(130, -8, 150, 16, '#d8dcd6', { corner: 8 }),
      ),
    ),
  ].join('')
}

function lemonHalves(): string {
  const half = (x: number, y: number, radius: number) => {
    const segments = Array.from({ length: 8 }, (_, index) => {
      const from = (index / 8) * Math.PI * 2 + 0.08
      const to = ((index + 1) / 8) * Math.PI * 2 - 0.08
      const r = radius * 0.78
      const at = (angle: number) =>
        `${round(x + Math.cos(angle) * r)} ${round(y + Math.sin(angle) * r)}`
      return shape(`M${x} ${y}L${at(from)}A${r} ${r} 0 0 1 ${at(to)}Z`, ink.lemon)
    })
    return [
      lifted('mid', disc(x, y, radius, '#e5b53c')),
      disc(x, y, radius * 0.9, '#fdf3cf'),
      ...segments,
    ].join('')
  }
  return [
    turned(24, [-20, 0], lifted('high', oval(-20, 0, 190, 128, ink.mist))),
    turned(24, [-20, 0], oval(-20, 0, 164, 104, '#a9cbc4')),
    half(-74, -26, 72),
    half(50, 34, 66),
  ].join('')
}
