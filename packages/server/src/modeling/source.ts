/** A schema to apply, and where its parts are in its file. */
import type { Problem } from '@octavo/schema/errors.ts'

/** A schema from a file, or a value without positions. */
export interface SchemaSource {
  /** Undefined if the text could not be parsed. */
  value: unknown
  /** Problems with the text itself, with positions. */
  problems: Problem[]
  /** `schema.json:12:7` for a path such as `models[1].fields`; '' without a file. */
  placeOf(path: string): string
}

/** A schema that does not come from a file. */
export function sourceOfValue(value: unknown): SchemaSource {
  return { value, problems: [], placeOf: () => '' }
}

/** Adds the position to each path, and sorts the problems by position. */
export function placed(
  problems: readonly Problem[],
  source: Pick<SchemaSource, 'placeOf'>,
): Problem[] {
  const isPlaced = ({ code }: Problem): boolean => code !== 'moreProblems'
  const inOrder = problems
    .filter(isPlaced)
    .map((problem) => ({ place: source.placeOf(problem.path), problem }))
    .toSorted((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }))
    .map(({ place, problem }) => ({ ...problem, path: joined(place, problem.path) }))
  return [...inOrder, ...problems.filter((problem) => !isPlaced(problem))]
}

/** Joins a place and a path, of which either may be empty. */
export function joined(place: string, path: string): string {
  return [place, path].filter((part) => part !== '').join(' ')
}

/** The path itself, or the closest enclosing path that the file contains. */
export function closestPath(path: string, offsets: ReadonlyMap<string, unknown>): string {
  if (path === '' || offsets.has(path)) return path
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))
  return closestPath(path.slice(0, Math.max(end, 0)), offsets)
}
