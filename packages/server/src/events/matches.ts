/** Which items match the condition of a webhook, as readers of one language see them. */
import type { View } from '@octavo/schema/field-types.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { RawQuery } from '../query/parameters.ts'
import { parseListQuery } from '../query/parse.ts'
import { withCondition, type Selection } from '../query/tree.ts'
import type { Reading } from '../store/reading.ts'

export interface MatchRequest {
  readonly reading: Reading
  readonly schema: Schema
  readonly languageKey: string
  readonly view: View
  /** A `where` as JSON. */
  readonly condition: string
}

const pageSize = 100

export async function matchingIds(
  request: MatchRequest,
  ids: readonly number[],
): Promise<Set<number>> {
  const selection = selectionOf(request)
  const found = new Set<number>()
  for (let from = 0; selection && from < ids.length; from += pageSize) {
    const some = ids.slice(from, from + pageSize)
    const narrowed = withCondition(selection, { kind: 'id', ids: some })
    const window = { limit: pageSize, offset: 0, hasTotal: false }
    const { entries } = await request.reading.page(narrowed, window)
    for (const { itemId } of entries) found.add(itemId)
  }
  return found
}

/** Undefined if the condition no longer fits the schema: then it matches nothing. */
function selectionOf({
  schema,
  languageKey,
  view,
  condition,
}: MatchRequest): Selection | undefined {
  try {
    return selectionWhere(schema, { languageKey, view, condition })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Throws a Refusal if the condition is invalid. */
export function selectionWhere(
  schema: Schema,
  { languageKey, view, condition }: Pick<MatchRequest, 'languageKey' | 'view' | 'condition'>,
): Selection {
  const key = { reads: view, spaceIds: null }
  const query: RawQuery = [
    ['lang', languageKey],
    ['where', condition],
    ['order', '_id'],
  ]
  return parseListQuery({ key, schema, query }).query.selection
}
