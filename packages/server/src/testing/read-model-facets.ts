/** Facets in the reference model of the read API. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Stored } from '../fields/field-type.ts'
import {
  BadRequest,
  fieldAt,
  leadsIntoLeaf,
  valuesAt,
  type ListRequest,
} from './read-model-list.ts'
import type { ReadScope, VisibleItem } from './read-model-types.ts'
import { comparePoints } from './read-model-values.ts'

const kinds: Readonly<Record<string, string>> = {
  select: 'text',
  multiselect: 'text',
  boolean: 'boolean',
  reference: 'id',
  references: 'id',
  number: 'number',
  date: 'date',
}

export function facetsOf(
  found: readonly VisibleItem[],
  request: ListRequest,
  scope: ReadScope,
): object {
  const value = request.scalars.get('facets')
  if (value === undefined) return {}
  const names = [...new Set(value.split(',').filter((name) => name !== ''))]
  if (names.length > 10) throw new BadRequest()
  const facets = names.map((name) => [name, facetOf(name.split('.'), found, request, scope)])
  return { facets: Object.fromEntries(facets) as object }
}

function facetOf(
  path: readonly string[],
  found: readonly VisibleItem[],
  { models }: ListRequest,
  scope: ReadScope,
): object {
  const types = models.flatMap(({ fields }) => {
    const at = fieldAt(fields, path, scope)
    if (!at) return leadsIntoLeaf(fields, path) ? ['none'] : []
    return [at.rest.length > 0 || at.isInRepeat ? 'none' : (kinds[at.field.type] ?? 'none')]
  })
  const [kind, ...others] = new Set(types)
  if (kind === undefined || kind === 'none' || others.length > 0) throw new BadRequest()
  const values = found.flatMap((visible) =>
    valuesAt(visible.values, visible.model.fields, path, scope).flatMap(({ field, value }) => [
      ...new Set(shownValues(field, value, scope)),
    ]),
  )
  const distinct = [...new Set(values)].toSorted(compare)
  if (kind === 'number' || kind === 'date') {
    return { min: distinct[0] ?? null, max: distinct.at(-1) ?? null }
  }
  return distinct
    .map((value) => ({ value, count: values.filter((one) => one === value).length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 100)
}

type Scalar = string | number | boolean

function compare(a: Scalar, b: Scalar): number {
  return typeof a === 'number' ? a - Number(b) : comparePoints(String(a), String(b))
}

function shownValues(field: Field, stored: Stored | undefined, scope: ReadScope): Scalar[] {
  if (field.type === 'boolean') return [stored === true]
  if (stored === undefined) return []
  const list = (Array.isArray(stored) ? stored : [stored]) as Scalar[]
  return kinds[field.type] === 'id' ? list.filter((id) => scope.byId.has(Number(id))) : list
}
