import { addProblem, collectProblems, problemAt, type Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Publishing } from '../fields/field-type.ts'
import { jsonBudget } from '../fields/json-schema/check-json.ts'
import { patternMatcher } from '../fields/pattern-match.ts'
import { checkPublishable } from '../fields/values.ts'
import { claimKey, type Claim, type Item, type ItemLanguage } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { claimsOf } from './derive.ts'
import { seenValues } from './seen-values.ts'

/**
 * Checks the rules for published data: required, unique, lengths, patterns. Only languages whose published
 * data changes are checked. Drafts may break the rules. `stored` is the stored item, if that is not the
 * state before the change.
 */
export async function publicationProblems(
  tx: ReadTransaction,
  schema: Schema,
  before: Item | undefined,
  after: Item,
  stored = before,
): Promise<Problem[]> {
  const problems = valueProblems(schema, before, after)
  const holders = await tx.derived.claimants(newClaims(schema, stored, after))
  collectProblems(problems, () => {
    for (const holder of holders) {
      if (holder.itemId === after.id) continue
      addProblem(problems, takenValue(schema, holder, `item ${holder.itemId}`, holder.itemId))
    }
  })
  return problems
}

/** The item already holds the claims of its stored state. */
function newClaims(schema: Schema, stored: Item | undefined, after: Item): Claim[] {
  const held = new Set(stored && claimsOf(schema, stored).map(claimKey))
  return claimsOf(schema, after).filter((claim) => !held.has(claimKey(claim)))
}

/** The rules that need only the item itself. */
export function valueProblems(schema: Schema, before: Item | undefined, after: Item): Problem[] {
  const problems: Problem[] = []
  const budgets = { matches: patternMatcher(), jsonBudget: jsonBudget() }
  const problem = reportTo(problems)
  collectProblems(problems, () => {
    for (const [languageId, language] of after.languages) {
      if (isNewlyPublished(before?.languages.get(languageId), language)) {
        checkLanguage(schema, after, languageId, { ...budgets, problem, warning: ignore })
      }
    }
  })
  return problems
}

/** The rules that only warn and that the published data of an item breaks. */
export function valueWarnings(schema: Schema, item: Item): Problem[] {
  const warnings: Problem[] = []
  const budgets = { matches: patternMatcher(), jsonBudget: jsonBudget() }
  collectProblems(warnings, () => {
    for (const languageId of item.languages.keys()) {
      const warning = reportTo(warnings)
      checkLanguage(schema, item, languageId, { ...budgets, problem: ignore, warning })
    }
  })
  return warnings
}

function ignore(): void {}

function reportTo(problems: Problem[]) {
  return (path: string, what: CodedMessage): void => addProblem(problems, problemAt(path, what))
}

/** A problem for a unique value that another item already has. */
export function takenValue(schema: Schema, claim: Claim, holder: string, id?: number): Problem {
  const luid = schema.fieldById.get(claim.fieldId)?.luid
  const path = `${pathOf(schema, claim.languageId)}.${luid}`
  return problemAt(path, say('taken', { holder, ...(id !== undefined && { id }) }))
}

function isNewlyPublished(before: ItemLanguage | undefined, after: ItemLanguage): boolean {
  return after.published !== null && after.published !== before?.published
}

function checkLanguage(
  schema: Schema,
  item: Item,
  languageId: number,
  reports: Omit<Publishing, 'schema' | 'isTranslation'>,
): void {
  const { published } = item.languages.get(languageId) ?? {}
  if (!published) return
  const isMain = languageId === schema.mainLanguage.id
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  const { values } = published
  const publishing = { schema, isTranslation: !isMain, ...reports }
  const seen = seenValues(schema, item, languageId, values, 'published')
  checkPublishable(values, fields, pathOf(schema, languageId), publishing, seen)
}

function pathOf(schema: Schema, languageId: number): string {
  if (languageId === schema.mainLanguage.id) return 'fields'
  return `fields[${schema.languageById.get(languageId)?.key}]`
}
