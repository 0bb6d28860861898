/** Writes a rename into the project's file. */

interface Renaming {
  from: string
  to: string
  /** The value of `was` that is replaced. */
  staleWas: string | null
}

/** A part of the text that is replaced; `end` is `start` where something is inserted. */
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * The text with `was` in the call of a builder at this line and column, both from 1; undefined where the
 * call does not look as people usually write it.
 */
export function withWas(
  text: string,
  [line, column]: readonly [number, number],
  renaming: Renaming,
): string | undefined {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0) + column - 1
  const call = text.slice(start)
  const edit = editOfOwner(call, renaming) ?? editOfField(call, renaming)
  if (!edit) return undefined
  return text.slice(0, start + edit.start) + edit.text + text.slice(start + edit.end)
}

/** `defineModel({ luid: 'page', … })`: `was` follows the LUID. */
function editOfOwner(call: string, { from, to, staleWas }: Renaming): Edit | undefined {
  const head = new RegExp(`^define(?:Model|FieldSet)\\(\\s*\\{(\\s*)luid:\\s*${quoted(to)}`)
  const [found, space = ''] = head.exec(call) ?? []
  if (found === undefined) return undefined
  const start = found.length
  if (staleWas !== null) return replacement(call, start, /^\s*,\s*/, { from, staleWas })
  return { start, end: start, text: `,${space || ' '}was: '${from}'` }
}

/** `field.text('title', { … })`: `was` is the first setting. */
function editOfField(call: string, { from, to, staleWas }: Renaming): Edit | undefined {
  const [found] = new RegExp(`^[\\w.]+\\(\\s*${quoted(to)}`).exec(call) ?? []
  if (found === undefined) return undefined
  const start = found.length
  if (staleWas !== null) return replacement(call, start, /^\s*,\s*\{\s*/, { from, staleWas })
  const [opening, space] = /^\s*,\s*\{(\s*)/.exec(call.slice(start)) ?? []
  if (opening !== undefined) {
    const inside = start + opening.length
    const separator = call[inside] === '}' ? '' : `,${space || ' '}`
    return { start: inside, end: inside, text: `was: '${from}'${separator}` }
  }
  const isWithout = /^\s*,?\s*\)/.test(call.slice(start))
  return isWithout ? { start, end: start, text: `, { was: '${from}' }` } : undefined
}

/** Another value for a `was` that follows `before`. */
function replacement(
  call: string,
  start: number,
  before: RegExp,
  { from, staleWas }: { from: string; staleWas: string },
): Edit | undefined {
  const [skipped] = before.exec(call.slice(start)) ?? []
  if (skipped === undefined) return undefined
  const at = start + skipped.length
  const [found] = new RegExp(`^was:\\s*${quoted(staleWas)}`).exec(call.slice(at)) ?? []
  if (found === undefined) return undefined
  return { start: at, end: at + found.length, text: `was: '${from}'` }
}

/** LUIDs have no characters with a meaning in patterns. */
function quoted(luid: string): string {
  return `(?:'${luid}'|"${luid}")`
}

/** `schema/page.ts:6:11` as a path, a line and a column. */
export function parsedPlace(
  place: string,
): { path: string; position: readonly [number, number] } | undefined {
  const [, path, line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? []
  return path === undefined ? undefined : { path, position: [Number(line), Number(column)] }
}
