/** Writes a rename into the project's file. */

/**
 * The text with `was` in the call of a builder at this line and column, both from 1; undefined where the
 * call does not look as people usually write it.
 */
export function withWas(
  text: string,
  [line, column]: readonly [number, number],
  was: string,
): string | undefined {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0) + column - 1
  const call = /^[\w.]+\(\s*(?:'[^']*'|"[^"]*")/.exec(text.slice(start))
  if (!call) return undefined
  const end = start + call[0].length
  const settings = /^\s*,\s*\{/.exec(text.slice(end))
  if (settings) {
    const inside = end + settings[0].length
    return `${text.slice(0, inside)} was: '${was}',${text.slice(inside)}`
  }
  const isWithout = /^\s*,?\s*\)/.test(text.slice(end))
  return isWithout ? `${text.slice(0, end)}, { was: '${was}' }${text.slice(end)}` : undefined
}

/** `schema/page.ts:6:11` as a path, a line and a column. */
export function parsedPlace(
  place: string,
): { path: string; position: readonly [number, number] } | undefined {
  const [, path, line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? []
  return path === undefined ? undefined : { path, position: [Number(line), Number(column)] }
}
