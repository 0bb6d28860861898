/** Small SVG plots for light and dark pages. The same figures result in the same bytes. */

export interface Bar {
  label: string
  value: number
  /** Text after the bar. */
  text: string
  /** The value that the bar should reach. */
  mark?: number | undefined
  colour: number
}

export interface Line {
  label: string
  /** One value per tick; undefined if it was not measured. */
  values: (number | undefined)[]
}

const colours = [
  ['#2563c9', '#7db0ff'],
  ['#b4540a', '#ffb066'],
  ['#1f7a4d', '#6fd3a0'],
  ['#8a3fa8', '#d59bee'],
  ['#a52a4a', '#ff9db5'],
  ['#5c6670', '#b3bcc5'],
  ['#0e7c86', '#6fd6df'],
]
const [width, left, right, top] = [760, 150, 100, 64]

export function barPlot(title: string, note: string, bars: readonly Bar[], most: number): string {
  const [row, thickness] = [26, 16]
  const x = (value: number): number =>
    left + (Math.min(value, most) / most) * (width - left - right)
  const parts = bars.flatMap(({ label, value, text: behind, mark, colour }, index) => {
    const y = top + index * row
    const middle = y + thickness / 2
    return [
      text(left - 10, middle, label, 'end'),
      `<rect class="f${colour}" x="${left}" y="${y}" width="${fixed(x(value) - left)}" height="${thickness}" rx="2"/>`,
      text(Math.max(x(value), x(mark ?? 0)) + 8, middle, behind),
      ...(mark === undefined ? [] : [vertical(x(mark), y - 4, y + thickness + 4, 'mark')]),
    ]
  })
  const height = top + bars.length * row + 16
  return svg(title, note, height, [vertical(left, top - 6, height - 16, 'axis'), ...parts])
}

/** Values from 0 to `most`, with labels at the ends of the lines. */
export function linePlot(
  title: string,
  note: string,
  { ticks, lines, most, unit }: { ticks: string[]; lines: Line[]; most: number; unit: string },
): string {
  const height = 380
  const bottom = height - 40
  const [start, end] = [70, width - 170]
  const x = (index: number): number =>
    start + (index / Math.max(1, ticks.length - 1)) * (end - start)
  const y = (value: number): number => bottom - (Math.min(value, most) / most) * (bottom - top)
  const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => share * most)
  const grid = steps.flatMap((value) => [
    horizontal(y(value), start, end),
    text(start - 10, y(value), `${fixed(value)}${unit}`, 'end'),
  ])
  const names = ticks.map((tick, index) => text(x(index), bottom + 20, tick, 'middle'))
  const ends = spread(
    lines.map(({ values }) => y(values.findLast((value) => value !== undefined) ?? 0)),
  )
  const drawn = lines.flatMap(({ label, values }, index) => {
    const points = values.flatMap((value, place) =>
      value === undefined ? [] : [`${fixed(x(place))},${fixed(y(value))}`],
    )
    const dots = points.map((point) => {
      const [cx, cy] = point.split(',')
      return `<circle class="f${index}" cx="${cx}" cy="${cy}" r="3.5"/>`
    })
    const name = text(end + 14, ends[index] ?? 0, label, 'start', `f${index}`)
    return [`<polyline class="s${index}" points="${points.join(' ')}"/>`, ...dots, name]
  })
  return svg(title, note, height, [...grid, ...names, ...drawn])
}

/** Moves overlapping labels apart. */
function spread(places: readonly number[]): number[] {
  const order = places
    .map((place, index) => ({ place, index }))
    .toSorted((a, b) => a.place - b.place)
  const moved: number[] = []
  let last = -Infinity
  for (const { place, index } of order) {
    last = Math.max(place, last + 16)
    moved[index] = last
  }
  return moved
}

function svg(title: string, note: string, height: number, parts: readonly string[]): string {
  const rules = (mode: 0 | 1): string =>
    colours
      .map((pair, index) => `.f${index}{fill:${pair[mode]}}.s${index}{stroke:${pair[mode]}}`)
      .join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>text{font:13px system-ui,sans-serif;fill:#1f2328;dominant-baseline:central}.title{font-size:16px;font-weight:600}.note{fill:#57606a}`,
    `polyline{fill:none;stroke-width:2.5}.axis,.grid{stroke:#8c959f}.grid{stroke-opacity:.35}.mark{stroke:#1f2328;stroke-width:2}.paper{fill:#fff}${rules(0)}`,
    `@media (prefers-color-scheme:dark){text{fill:#e6edf3}.note{fill:#9aa4ae}.mark{stroke:#e6edf3}.paper{fill:#0d1117}${rules(1)}}</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="6"/>`,
    text(20, 22, title, 'start', 'title'),
    text(20, 44, note, 'start', 'note'),
    ...parts,
    '</svg>\n',
  ].join('\n')
}

function text(x: number, y: number, content: string, anchor = 'start', name?: string): string {
  const kind = name === undefined ? '' : ` class="${name}"`
  return `<text${kind} x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}">${escaped(content)}</text>`
}

function vertical(x: number, from: number, to: number, name: string): string {
  return `<line class="${name}" x1="${fixed(x)}" x2="${fixed(x)}" y1="${fixed(from)}" y2="${fixed(to)}"/>`
}

function horizontal(y: number, from: number, to: number): string {
  return `<line class="grid" x1="${fixed(from)}" x2="${fixed(to)}" y1="${fixed(y)}" y2="${fixed(y)}"/>`
}

function fixed(number: number): string {
  return String(Math.round(number * 10) / 10)
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
