/** Finds the first part of a path that names nothing, and the names that could stand there. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { reachableModels, targetModels } from './locate.ts'
import type { Place } from './resolve-filter.ts'
import { systemNames } from './system-properties.ts'
import type { NameTree } from './view.ts'

export interface NamedPlace {
  /** The fields of each model or field set in this place. */
  readonly lists: readonly (readonly Field[])[]
  readonly system: readonly string[]
  readonly schema: Schema
  /** The path to this place. */
  readonly before: string
}

export interface UnknownPath {
  readonly path: string
  /** The names that could stand there, of which a schema may have thousands. */
  known(): string[]
}

export function treeOf([name = '', ...rest]: readonly string[]): NameTree {
  return new Map([[name, rest.length > 0 ? treeOf(rest) : null]])
}

export function unknownIn(tree: NameTree, place: NamedPlace): UnknownPath[] {
  const { lists, system, before } = place
  const known = (): string[] =>
    [...lists.flat().map(({ luid }) => luid), ...system].map((one) => before + one)
  return [...tree].flatMap(([name, inner]) => {
    const fields = lists.flatMap((list) => byName(list).get(name) ?? [])
    if (fields.length === 0 && !system.includes(name)) return { path: before + name, known }
    return inner ? unknownIn(inner, placeInside(name, fields, place)) : []
  })
}

const fieldsByName = new WeakMap<readonly Field[], ReadonlyMap<string, readonly Field[]>>()

function byName(fields: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  return fieldsByName.getOrInsertComputed(fields, () => Map.groupBy(fields, ({ luid }) => luid))
}

function placeInside(name: string, fields: readonly Field[], place: NamedPlace): NamedPlace {
  const { schema, before } = place
  const inside = { schema, before: `${before}${name}.` }
  if (name === '_prev' || name === '_next') return { ...place, ...inside, system: systemNames }
  const isReference = fields.some((field) => targetModels(field))
  const nestedLists = fields.flatMap((field) => {
    const { nested } = fieldTypeOf(field)
    return nested && nested.reach !== 'closed' ? [nested.fields(field, schema)] : []
  })
  // Each model once, however many fields lead to it: the number of lists must not grow with the path.
  const lists = [
    ...reachableModels(fields, schema).map((model) => model.fields),
    ...new Set(nestedLists),
  ]
  return { ...inside, lists, system: isReference ? systemNames : [] }
}

/** Whether all names of a path exist. */
export function isPath(
  path: readonly string[],
  { kind, models }: Pick<Place, 'kind' | 'models'>,
  schema: Schema,
): boolean {
  const lists = models.map(({ fields }) => fields)
  const system = kind === 'entry' ? [] : systemNames
  return unknownIn(treeOf(path), { lists, system, schema, before: '' }).length === 0
}
