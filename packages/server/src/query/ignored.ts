/** Names in a request that have no effect, each with a similar one that was probably meant. */
import type { Model } from '@octavo/schema/definitions.ts'
import { formatProblem, problemAt, type Problem } from '@octavo/schema/errors.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { say, type ProblemCode } from '@octavo/schema/problems.ts'
import {
  queryParameterNames,
  queryParameters,
  type QueryParameter,
} from '@octavo/schema/query-parameters.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { bounds, type Parameters } from './parameters.ts'
import { systemNames } from './system-properties.ts'
import { inclusions } from './tree.ts'
import type { NameTree } from './view.ts'
import { treeOf, unknownIn, type UnknownPath } from './unknown-names.ts'

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
  let hints = maxShown
  const unknownNamed = (code: ProblemCode, name: string, known: () => Iterable<string>) =>
    unknownName(code, name, hints-- > 0 ? known() : [])
  const unknownAt = (at: 'select' | 'order', { path, known }: UnknownPath): Problem =>
    problemAt(at, unknownNamed('unknownProperty', path, known))
  return [
    ...unknown.map((name) => {
      const usable = () => queryParameterNames.filter((one) => isFor(one, requested))
      return problemAt(name, unknownNamed('unknownParameter', name, usable))
    }),
    ...[...scalars.keys()]
      .filter((name) => !isFor(name, requested) && name !== 'include')
      .map((name) => problemAt(name, say('onlyForLists'))),
    ...(formats.length > 0 ? unknownFormats(formats, luidsIn(schema)) : []).map(
      ({ name, wrong, luids }) =>
        problemAt(
          name,
          unknownNamed('unknownProperty', wrong, () => luids),
        ),
    ),
    ...(select ? unknownIn(select, { lists, system, schema, before: '' }) : [])
      .filter(({ path }) => path !== nothing)
      .map((found) => unknownAt('select', found)),
    ...order
      .map((name) => treeOf(name.split('.').slice(0, bounds.pathSegments)))
      .flatMap((tree) => unknownIn(tree, { lists, system: systemNames, schema, before: '' }))
      .map((found) => unknownAt('order', found)),
  ]
}

/** A request may contain hundreds of unknown names. Only these are in the header, and get a hint. */
const maxShown = 10

/** The message of a response about names that had no effect. */
export function detailOf(ignored: readonly Problem[]): string | undefined {
  if (ignored.length === 0) return undefined
  return `ignored: ${ignored.slice(0, maxShown).map(formatProblem).join('; ')}`
}

/** Selects nothing, on purpose. */
const nothing = '-'

/** Formats of fields that do not exist, with the first unknown part of their paths. */
function unknownFormats(formats: Parameters['formats'], luids: ReadonlySet<string>) {
  return formats.flatMap(({ name, path }) => {
    const wrong = path.find((one) => !luids.has(one))
    return wrong === undefined ? [] : { name, wrong, luids }
  })
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
