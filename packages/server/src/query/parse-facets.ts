/** Resolves the fields whose values are counted. */
import type { Model } from '@octavo/schema/definitions.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { listed, pathsOf } from './allowed.ts'
import { locate, targetModels } from './locate.ts'
import { bounds, splitList } from './parameters.ts'
import type { Facet, FacetQuery, FieldTarget } from './tree.ts'

export function parseFacets(
  value: string | undefined,
  models: readonly Model[],
  schema: Schema,
  problems: Problem[],
): FacetQuery | null {
  if (value === undefined) return null
  const names = new Set(splitList(value).map((name) => name.trim()))
  if (names.size > bounds.facets) {
    problems.push(problemAt('facets', say('tooManyNames', { max: bounds.facets })))
    return null
  }
  const dependsOn = new Set<number>()
  const facets = [...names].flatMap((name) => {
    const facet = facetOf(name, models, schema, dependsOn)
    if (typeof facet === 'object') return [facet]
    const known = pathsOf(models, schema, ({ type }) => factsOf(type).facet !== undefined)
    const hint = nearestHint(name, known)
    const values = { name: JSON.stringify(name), hint, names: listed(known) }
    problems.push(problemAt('facets', say(facet, values)))
    return []
  })
  return { facets, dependsOn: [...dependsOn] }
}

/** Adds the models of visible references to `dependsOn`. */
function facetOf(
  name: string,
  models: readonly Model[],
  schema: Schema,
  dependsOn: Set<number>,
): Facet | 'facetUnknown' | 'facetType' | 'facetMixed' {
  const path = name.split('.').slice(0, bounds.pathSegments)
  const targets = new Map<number, FieldTarget>()
  const kinds = new Set<Facet['kind'] | undefined>()
  for (const model of models) {
    const located = locate(model, path, schema)
    if (!located) continue
    const isOwn = located.kind === 'field' && !located.repeat
    kinds.add(isOwn ? factsOf(located.field.type).facet : undefined)
    if (!isOwn) continue
    const { field, isShared } = located
    const modelIds = [...(targets.get(field.id)?.modelIds ?? []), model.id]
    targets.set(field.id, { fieldId: field.id, modelIds, isShared })
    dependsOn.add(model.id)
    const reached = targetModels(field)
    const ids = reached ? (reached.ids ?? schema.root.models.map(({ id }) => id)) : []
    for (const id of ids) dependsOn.add(id)
  }
  const [kind, ...others] = kinds
  if (kinds.size === 0) return 'facetUnknown'
  if (others.length > 0) return 'facetMixed'
  return kind ? { name, kind, targets: [...targets.values()] } : 'facetType'
}
