/** Documents that contain keywords, found by the grams of their texts. */
import type { Condition, ScopeRule } from '../../../query/tree.ts'
import { raw, sql } from '../sql.ts'
import { textProbe } from './conditions.ts'
import { counted, inModels, inScope, lacks, type ReadContext } from './context.ts'
import type { Searched, Source } from './source.ts'

type TextCondition = Extract<Condition, { kind: 'text' }>

/** A keyword of one or two characters is a gram: a match of the gram is a match of the keyword. */
export function isCertain({
  targets,
  keyword,
}: Pick<TextCondition, 'targets' | 'keyword'>): boolean {
  return targets === null && [...keyword].length <= 2
}

/**
 * Keywords that the same document must contain. Searching for all of them at once finds the fewest
 * documents.
 */
export function keywordsIn(conditions: readonly Condition[], own: string): string[] {
  const others = conditions.flatMap((one) => (one.kind === 'text' ? one.keyword : []))
  return [...new Set([own, ...others])].toSorted()
}

export function textSource(
  condition: TextCondition,
  models: Searched,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source {
  const { thenJoin, candidates, indexedBy } = context.dialect.reading
  const grams = raw(`g${entry}`)
  return {
    leader: entry,
    from: sql`(${candidates(keywordsIn(models.conditions ?? [], condition.keyword))}) ${grams}
      ${thenJoin} entries ${raw(entry)}${indexedBy('entries_by_document')}
        on ${raw(entry)}.document_id = ${grams}.id and ${inScope(entry, rule)}`,
    where: counted(context),
    hasEntries: true,
    entryWhere: [
      ...lacks(entry, rule),
      ...inModels(models, context, `${entry}.model_id`),
      ...(isCertain(condition) ? [] : [textProbe(condition, entry, context)]),
    ],
  }
}
