/** Names in a request that have no effect, each with a similar one that was probably meant. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { say, type ProblemCode } from '@octavo/schema/problems.ts'
import {
  queryParameterNames,
  queryParameters,
  type QueryParameter,
} from '@octavo/schema/query-parameters.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { targetModels } from './locate.ts'
import { bounds, type Parameters } from './parameters.ts'
import { systemNames } from './system-properties.ts'
import { inclusions, type NameTree } from './tree.ts'

interface Names {
  readonly models: readonly Model[]
  readonly schema: Schema
  readonly requested: 'list' | 'item'
  readonly select: NameTree | null
  /** Unknown names in `order`. */
  readonly order: readonly string[]
}

export function ignoredNames(
  { unknown, scalars, formats }: Parameters,
  { models, schema, requested, select, order }: Names,
): Problem[] {
  const system = requested === 'item' ? [...systemNames, ...inclusions] : systemNames
  const lists = models.map(({ fields }) => fields)
  return [
    ...unknown.map((name) => {
      const usable = queryParameterNames.filter((one) => isFor(one, requested))
      return problemAt(name, unknownName('unknownParameter', name, usable))
    }),
    ...[...scalars.keys()]
      .filter((name) => !isFor(name, requested) && name !== 'include')
      .map((name) => problemAt(name, say('onlyForLists'))),
    ...(formats.length > 0 ? unknownFormats(formats, luidsIn(schema)) : []),
    ...(select ? unknownIn(select, { at: 'select', lists, system, schema, before: '' }) : []),
    ...order.flatMap((name) => {
      const place: Place = { at: 'order', lists, system: systemNames, schema, before: '' }
      return unknownIn(treeOf(name.split('.').slice(0, bounds.pathSegments)), place)
    }),
  ]
}

function unknownFormats(formats: Parameters['formats'], luids: ReadonlySet<string>): Problem[] {
  return formats.flatMap(({ name, path }) => {
    const wrong = path.find((one) => !luids.has(one))
    if (wrong === undefined) return []
    return problemAt(name, unknownName('unknownProperty', wrong, luids))
  })
}

function luidsOf(lists: readonly (readonly Field[])[]): string[] {
  return lists.flat().map(({ luid }) => luid)
}

function isFor(name: QueryParameter, requested: 'list' | 'item'): boolean {
  return queryParameters[name] === 'both' || queryParameters[name] === requested
}

/** Longer names are cut, because a header has to name them. */
const maxNameLength = 64

export function unknownName(code: ProblemCode, name: string, known: Iterable<string>) {
  const shown = name.slice(0, maxNameLength).toWellFormed()
  return say(code, { name: JSON.stringify(shown), hint: nearestHint(shown, known) })
}

/** Parts of paths: the LUIDs of all fields and field sets. */
function luidsIn({ root }: Schema): ReadonlySet<string> {
  const all = [...root.models, ...root.fieldSets].flatMap(({ fields }) => fields)
  const inner = all.flatMap((field) => ('fields' in field ? field.fields : []))
  return new Set([...all, ...inner, ...root.fieldSets].map(({ luid }) => luid))
}

function treeOf([name = '', ...rest]: readonly string[]): NameTree {
  return new Map([[name, rest.length > 0 ? treeOf(rest) : null]])
}

interface Place {
  readonly at: 'select' | 'order'
  /** The fields of each model or field set in this place. */
  readonly lists: readonly (readonly Field[])[]
  readonly system: readonly string[]
  readonly schema: Schema
  readonly before: string
}

/** Selects nothing, on purpose. */
const nothing = '-'

function unknownIn(tree: NameTree, place: Place): Problem[] {
  const { at, lists, system, before } = place
  return [...tree].flatMap(([name, inner]) => {
    if (at === 'select' && name === nothing) return []
    const fields = lists.flat().filter(({ luid }) => luid === name)
    if (fields.length === 0 && !system.includes(name)) {
      const known = [...system, ...luidsOf(lists)].map((one) => before + one)
      return problemAt(at, unknownName('unknownProperty', before + name, known))
    }
    if (!inner) return []
    return unknownIn(inner, placeInside(name, fields, place))
  })
}

function placeInside(name: string, fields: readonly Field[], place: Place): Place {
  const { at, schema, before } = place
  const inside = { at, schema, before: `${before}${name}.` }
  if (name === '_prev' || name === '_next') return { ...place, ...inside, system: systemNames }
  const isReference = fields.some((field) => targetModels(field))
  const lists = fields.flatMap((field) => {
    const target = targetModels(field)
    if (target) {
      const { models } = schema.root
      return models.filter(({ id }) => target.ids?.includes(id) ?? true).map((one) => one.fields)
    }
    const { nested } = fieldTypeOf(field)
    return nested && nested.reach !== 'closed' ? [nested.fields(field, schema)] : []
  })
  return { ...inside, lists, system: isReference ? systemNames : [] }
}
