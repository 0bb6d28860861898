/**
 * Cut paper: flat shapes in one palette, each lying on the one below with a soft shadow. Every
 * function returns a piece of SVG. Nothing here is left to chance that is not seeded.
 */
const coverSize = { width: 1600, height: 1000 }

export const ink = {
  night: '#172638',
  navy: '#22384f',
  deep: '#2a566a',
  sea: '#4a8791',
  mist: '#8fb8b6',
  foam: '#cfe0d8',
  cream: '#fbf3e3',
  sand: '#f0dfc3',
  oat: '#dcc49c',
  rose: '#eebfa6',
  coral: '#e0785a',
  brick: '#b5523b',
  umber: '#6b4136',
  ochre: '#e3a94c',
  lemon: '#f2cb57',
  leaf: '#7d8f57',
  moss: '#51683f',
  pine: '#2f4a3c',
}

export type Point = readonly [x: number, y: number]

/** A source of numbers from 0 to 1 that gives the same ones every time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const shadows = [
  ['low', 3, 4, 0.22],
  ['mid', 6, 9, 0.26],
  ['high', 10, 18, 0.32],
] as const

export type Lift = (typeof shadows)[number][0]

/** A whole picture. */
export function sheet(
  parts: string[],
  size: { width: number; height: number } = coverSize,
): string {
  const filters = shadows.map(
    ([name, drop, blur, opacity]) =>
      `<filter id="${name}" x="-20%" y="-20%" width="140%" height="150%">` +
      `<feDropShadow dx="0" dy="${drop}" stdDeviation="${blur}" flood-color="${ink.night}" ` +
      `flood-opacity="${opacity}"/></filter>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    `viewBox="0 0 ${size.width} ${size.height}"><defs>${filters.join('')}</defs>` +
    `${parts.join('')}</svg>`
  )
}

/** Pieces that throw one shadow together. */
export function lifted(lift: Lift, ...parts: string[]): string {
  return `<g filter="url(#${lift})">${parts.join('')}</g>`
}

export function moved(x: number, y: number, scale: number, ...parts: string[]): string {
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${scale})">${parts.join('')}</g>`
}

export function turned(degrees: number, [x, y]: Point, ...parts: string[]): string {
  return `<g transform="rotate(${round(degrees)} ${round(x)} ${round(y)})">${parts.join('')}</g>`
}

export function shape(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${faded(opacity)}/>`
}

export function line(d: string, colour: string, width: number, opacity = 1): string {
  return (
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" ` +
    `stroke-linecap="round" stroke-linejoin="round"${faded(opacity)}/>`
  )
}

export function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return oval(x, y, radius, radius, fill, opacity)
}

export function oval(
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  opacity = 1,
): string {
  const at = `cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}"`
  return `<ellipse ${at} fill="${fill}"${faded(opacity)}/>`
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  { corner = 0, opacity = 1 } = {},
): string {
  const at = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
  return `<rect ${at} rx="${corner}" fill="${fill}"${faded(opacity)}/>`
}

/** A colour that runs into another from top to bottom, as a background. */
export function wash(id: string, stops: readonly [at: number, colour: string][]): string {
  const marks = stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`)
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${marks.join('')}</linearGradient>` +
    `<rect width="100%" height="100%" fill="url(#${id})"/>`
  )
}

/** Light that fades out from a point. */
export function glow(
  id: string,
  [x, y]: Point,
  radius: number,
  colour: string,
  strength: number,
): string {
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/>` +
    `<stop offset="0.5" stop-color="${colour}" stop-opacity="${round(strength * 32) / 100}"/>` +
    `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`
  )
}

/** A haze that thickens downwards. */
export function haze(
  id: string,
  y: number,
  height: number,
  colour: string,
  strength: number,
): string {
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">` +
    `<stop offset="0" stop-color="${colour}" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="${colour}" stop-opacity="${strength}"/></linearGradient>` +
    `<rect x="0" y="${y}" width="100%" height="${height}" fill="url(#${id})"/>`
  )
}

/** A closed outline through the points, without corners. */
export function smooth(points: readonly Point[], isClosed = true): string {
  const at = (index: number): Point => {
    const last = points.length - 1
    const wrapped = isClosed
      ? (index + points.length) % points.length
      : Math.min(Math.max(index, 0), last)
    return points[wrapped] ?? [0, 0]
  }
  const segments = isClosed ? points.length : points.length - 1
  const curves = Array.from({ length: segments }, (_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const
    return `C${pair(first)} ${pair(second)} ${pair(to)}`
  })
  return `M${pair(at(0))}${curves.join('')}${isClosed ? 'Z' : ''}`
}

export function polygon(points: readonly Point[]): string {
  return `M${points.map(pair).join('L')}Z`
}

export interface Ridge {
  seed: number
  /** Where the ground is on average. */
  y: number
  /** How far it goes up and down. */
  height: number
  /** Length of the longest swell. */
  length: number
  /** How much of the small unevenness is left, 0 to 1. */
  rough?: number
}

/** The height of a ridge at x: a few swells, each half as long as the one before. */
export function ridgeHeight({
  seed,
  y,
  height,
  length,
  rough = 0.4,
}: Ridge): (x: number) => number {
  const next = seeded(seed)
  const swells = [1, 0.5 * rough * 2, 0.25 * rough, 0.12 * rough].map((weight, index) => ({
    weight,
    phase: next() * Math.PI * 2,
    length: (length / 2 ** index) * (0.85 + next() * 0.3),
  }))
  return (x) =>
    y -
    height *
      swells.reduce(
        (sum, s) => sum + s.weight * Math.sin((x / s.length) * Math.PI * 2 + s.phase),
        0,
      )
}

/** Ground under a ridge, down to the lower edge of the picture. */
export function ridge(options: Ridge, fill: string): string {
  const height = ridgeHeight(options)
  const points: Point[] = []
  for (let x = -40; x <= coverSize.width + 40; x += 20) points.push([x, height(x)])
  const top = smooth(points, false)
  return shape(`${top}L1640 1040L-40 1040Z`, fill)
}

/** An island: it rises out of the water at both ends. */
export function island(
  [x, y]: Point,
  width: number,
  height: number,
  fill: string,
  seed: number,
): string {
  const next = seeded(seed)
  const steps = 9
  const points = Array.from({ length: steps + 1 }, (_, index): Point => {
    const along = index / steps
    const swell = Math.sin(along * Math.PI) ** 0.8
    return [x + along * width, y - height * swell * (0.72 + next() * 0.34)]
  })
  return shape(`${smooth(points, false)}Z`, fill)
}

/** Strokes of light on water, longer and farther apart towards the viewer. */
export function ripples(
  { seed, top, bottom, count }: { seed: number; top: number; bottom: number; count: number },
  colour: string,
  opacity: number,
  [from, to]: readonly [number, number] = [0, coverSize.width],
): string {
  const next = seeded(seed)
  return Array.from({ length: count }, () => {
    const near = next() ** 1.4
    const y = top + near * (bottom - top)
    const width = (30 + next() * 120) * (0.4 + near * 1.4)
    const x = from + next() * (to - from) - width / 2
    return box(x, y, width, 2 + near * 5, colour, {
      corner: 3,
      opacity: opacity * (0.5 + next() / 2),
    })
  }).join('')
}

export function gull(x: number, y: number, span: number, colour: string): string {
  const wing = span / 2
  const d =
    `M${x - wing} ${y - wing * 0.1}Q${x - wing * 0.4} ${y - wing * 0.55} ${x} ${y}` +
    `Q${x + wing * 0.4} ${y - wing * 0.55} ${x + wing} ${y - wing * 0.1}`
  return line(d, colour, Math.max(2, span / 14))
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

function pair([x, y]: Point): string {
  return `${round(x)} ${round(y)}`
}

function faded(opacity: number): string {
  return opacity === 1 ? '' : ` opacity="${round(opacity * 100) / 100}"`
}
