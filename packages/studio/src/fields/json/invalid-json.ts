/**
 * The text of a JSON field that is not valid JSON. It stays in the editor and in the backup on this device
 * until it is valid; the server never gets it.
 */

/** A name that content does not use. */
const mark = '\0invalid'

export function invalidJson(text: string): object {
  return { [mark]: text }
}

/** The text; undefined for a valid value. */
export function invalidText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !(mark in value)) return undefined
  return String(value[mark])
}

/** The paths below `path` of all invalid texts in a value. */
export function invalidPaths(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (mark in value) return [path]
  if (Array.isArray(value)) return value.flatMap((one, at) => invalidPaths(one, `${path}[${at}]`))
  return Object.entries(value).flatMap(([name, one]) => invalidPaths(one, `${path}.${name}`))
}
