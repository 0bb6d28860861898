/** Conditions on one entry of a repeat. The entries are stored with the texts of a document. */
import type { Comparison, Condition, FieldTarget, KeyTest } from '../../../query/tree.ts'
import {
  entriesOfRepeat,
  keysOfEntry,
  textMatches,
  textOfEntry,
} from '../../search/document-texts.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { unitsOf } from './condition-facts.ts'
import { all, any, isIn, never, signs, type ReadContext } from './context.ts'

/** Tests of items that entries refer to. */
interface ItemTests {
  probe(condition: Condition, entry: string, context: ReadContext): Sql
  isVisible(key: string, entry: string, context: ReadContext, tests?: readonly Sql[]): Sql
  isShown(key: string, media: string, context: ReadContext): Sql
}

/** Bytes of an entry that are parsed for one unit of work. */
const bytesPerUnit = 100

/** Condition: a repeat of the item has an entry that matches. */
export function entryProbe(
  { targets, inner }: Extract<Condition, { kind: 'entry' }>,
  item: string,
  context: ReadContext,
  tests: ItemTests,
): Sql {
  const { dialect } = context
  const { elements, guarded, fence } = dialect.reading
  const [texts, one] = [`x_${item}`, `r_${item}`]
  const units = raw(`${Math.ceil(unitsOf(inner))} + octet_length(${one}.value) / ${bytesPerUnit}`)
  const matches = guarded(units, inEntry(inner, { item, one }, context, tests))
  return any(
    targets.map(({ fieldId, modelIds, isShared }) => {
      const found = sql`exists (select 1 from document_texts ${raw(texts)}
        where ${raw(texts)}.document_id = ${raw(item)}.document_id and exists
          (select 1 from ${elements(entriesOfRepeat(texts, fieldId), one)}
            where ${matches}${fence})${fence})`
      return isShared ? sql`(${isIn(dialect, `${item}.model_id`, modelIds)} and ${found})` : found
    }),
  )
}

/** The aliases of the item and of the entry. */
interface Row {
  readonly item: string
  readonly one: string
}

function inEntry(condition: Condition, row: Row, context: ReadContext, tests: ItemTests): Sql {
  const { item, one } = row
  const key = `j_${one}.value`
  const keysPass = (targets: readonly FieldTarget[], test: (target: FieldTarget) => Sql): Sql =>
    any(targets.map((target) => keyProbe(target, one, test(target), context)))
  switch (condition.kind) {
    case 'keys':
      return any(
        condition.targets.map((target) =>
          keyProbe(target, one, keyTest(target.test, key, context), context),
        ),
      )
    case 'refers': {
      const isVisible = tests.isVisible(key, `v_${one}`, context)
      const { ids } = condition
      const test = ids ? all([isIn(context.dialect, key, ids.map(String)), isVisible]) : isVisible
      return keysPass(condition.targets, () => test)
    }
    case 'shows':
      return keysPass(condition.targets, () => tests.isShown(key, `m_${one}`, context))
    case 'through': {
      const inner = tests.probe(condition.inner, `t_${one}`, context)
      return keysPass(condition.targets, () => tests.isVisible(key, `t_${one}`, context, [inner]))
    }
    case 'text':
      return any(
        (condition.targets ?? []).map(({ fieldId }) =>
          textMatches(context.dialect.reading, textOfEntry(one, fieldId), condition),
        ),
      )
    case 'any':
      return any(condition.of.map((part) => inEntry(part, row, context, tests)))
    case 'all':
      return sql`(${all(condition.of.map((part) => inEntry(part, row, context, tests)))})`
    case 'not':
      return sql`(${inEntry(condition.of, row, context, tests)}) is not true`
    case 'model':
      return isIn(context.dialect, `${item}.model_id`, condition.ids)
    case 'never':
      return never
    default:
      throw new Error(`an entry has no condition of kind ${condition.kind}`)
  }
}

function keyProbe({ fieldId }: FieldTarget, one: string, test: Sql, { dialect }: ReadContext): Sql {
  const { textElements, fence } = dialect.reading
  const keys = textElements(keysOfEntry(one, fieldId), `j_${one}`)
  return sql`exists (select 1 from ${keys} where ${test}${fence})`
}

/** Keys of entries are complete. */
function keyTest(test: KeyTest, key: string, { dialect }: ReadContext): Sql {
  const compared = (comparison: Comparison | 'eq', operand: string): Sql =>
    sql`${raw(key)} ${raw(signs[comparison])} ${operand}`
  switch (test.kind) {
    case 'oneOf':
      return isIn(dialect, key, test.keys)
    case 'indexed':
      return compared(test.comparison, test.key)
    case 'within':
      return any(
        test.ranges.map(([low, high]) => all([compared('gte', low), compared('lt', high)])),
      )
    case 'range':
      return all(test.bounds.map((bound) => compared(bound.comparison, bound.key)))
  }
}
