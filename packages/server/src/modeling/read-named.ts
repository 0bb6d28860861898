import { checkDistinct, type Part } from './reading.ts'
import type { FileNames } from './schema-file.ts'

export const nameKeys = ['luid', 'was', 'name']

/** Reads a list of named definitions. `read` returns undefined for unusable ones. */
export function readNamed<Thing extends FileNames>(
  parts: readonly Part[],
  noun: string,
  read: (part: Part, names: FileNames) => Thing | undefined,
): Thing[] {
  const things = parts.flatMap((part) => {
    if (!part.isObject()) return []
    const names = readNames(part)
    // The fields are checked even if the name is missing.
    const thing = read(part, names ?? { luid: '', was: null, name: '' })
    return names && thing ? [{ thing, part }] : []
  })
  checkDistinct(
    things.map(({ thing, part }) => ({ name: thing.luid, part: part.at('luid') })),
    noun,
  )
  checkRenames(things, noun)
  return things.map(({ thing }) => thing)
}

function readNames(part: Part): FileNames | undefined {
  const luid = part.at('luid').luid()
  const was = part.at('was')
  const before = was.value === undefined ? undefined : was.luid()
  const name = part.at('name').name(luid ?? '')
  return luid === undefined ? undefined : { luid, was: before ?? null, name }
}

/**
 * Renames must mean the same on every run. Two definitions that swap names do not: the states before and
 * after would be indistinguishable.
 */
function checkRenames(things: readonly { thing: FileNames; part: Part }[], noun: string): void {
  const renamed = things.flatMap(({ thing: { luid, was }, part }) =>
    was === null ? [] : [{ name: was, luid, part: part.at('was') }],
  )
  checkDistinct(renamed, `rename of the ${noun}`)
  const wasOf = new Map(renamed.map(({ luid, name }) => [luid, name]))
  for (const { luid, name, part } of renamed) {
    if (luid === name) part.problem('sameLuid')
    else if (isInCircle(luid, wasOf)) part.problem('circleRename', { from: luid, to: name })
  }
}

function isInCircle(luid: string, wasOf: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  for (let name = wasOf.get(luid); name !== undefined; name = wasOf.get(name)) {
    if (name === luid) return true
    if (seen.has(name)) return false
    seen.add(name)
  }
  return false
}
