/** Restores a revision as a draft. Published data never changes. */
import { isDeepStrictEqual } from 'node:util'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { StoredValues } from '../../fields/field-type.ts'
import type { Item } from '../../store/records.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { clearHidden } from '../hidden.ts'
import { loadItem } from '../load.ts'
import { publicationProblems } from '../rules.ts'
import { saveItems } from '../save.ts'
import { withSlugs } from '../slugs.ts'
import type { TextSource } from '../texts.ts'
import { patched } from '../transitions.ts'
import { writeWithTexts, type WriteContext } from '../write.ts'
import { checkValues } from '../writing.ts'
import { fittedValues } from './fit.ts'
import { loadRevision } from './read.ts'
import { reparsedValues } from './reparse.ts'
import { contentOf } from './steps.ts'

export interface RevertRequest {
  rootId: number
  actor: string
  id: number
  revision: number
  /** Rejects revisions of other languages. */
  languageId?: number
  /** Ids of the fields to restore; default: all. */
  fieldIds?: readonly number[]
  /** Throws if the item is not in the expected state. */
  checkBefore?(item: Item, schema: Schema): void
}

/** Returns false if the item already has this content. */
export function revertItem(context: WriteContext, request: RevertRequest): Promise<boolean> {
  return writeWithTexts(context, request, async (tx, texts) => {
    const schema = await context.schemas.forWriting(tx, request.rootId)
    const before = await itemIn(tx, schema, request.id)
    request.checkBefore?.(before, schema)
    const { languageId, values } = await wantedValues(tx, schema, before, request, texts)
    const language = before.languages.get(languageId)
    if (isDeepStrictEqual(contentOf(language), values)) return false
    const at = context.now()
    const changed = patched(before, new Map([[languageId, values]]), 'draft', at)
    const after = await withSlugs(tx, schema, before, clearHidden(schema, before, changed, at))
    const problems = await publicationProblems(tx, schema, before, after)
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    const { actor } = request
    const entry = { actor, action: 'revert', at, isNew: false, before: [before] }
    await saveItems(tx, schema, [after], entry)
    return true
  })
}

async function itemIn(tx: ReadTransaction, schema: Schema, id: number): Promise<Item> {
  const [identity] = await tx.items.identify([id])
  return loadItem(tx, schema, id, identity?.spaceId ?? 0)
}

async function wantedValues(
  tx: ReadTransaction,
  schema: Schema,
  item: Item,
  { revision: number, languageId, fieldIds }: RevertRequest,
  texts: TextSource,
): Promise<{ languageId: number; values: StoredValues }> {
  const found = await loadRevision(tx, item, number)
  const language = found && schema.languageById.get(found.facts.languageId)
  if (!found || !language) throw new Refusal('notFound', [noRevision(item.id, number)])
  if (languageId !== undefined && languageId !== language.id) {
    const problem = say('revisionLanguage', { number, language: language.key })
    throw new Refusal('badRequest', [problemAt('lang', problem)])
  }
  const { values: fitted, others } = fittedValues(schema, item, language.id, await found.values())
  const source = { textFormat: 'portable_html', allowsMultiselect: true } as const
  const check = checkValues(schema, source, { fillsInitial: false, texts })
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  const values = reparsedValues(fitted, fields, schema, check.writingIn(language))
  check.requireTexts()
  if (check.problems.length > 0) throw new Refusal('badRequest', check.problems)
  const current = contentOf(item.languages.get(language.id)) ?? {}
  const kept = new Set(others.map(({ fieldId }) => String(fieldId)))
  const isRestored = (id: string): boolean =>
    !kept.has(id) && (fieldIds?.includes(Number(id)) ?? true)
  const pick = (from: StoredValues, isPicked: (id: string) => boolean): StoredValues =>
    Object.fromEntries(Object.entries(from).filter(([id]) => isPicked(id)))
  return {
    languageId: language.id,
    values: { ...pick(current, (id) => !isRestored(id)), ...pick(values, isRestored) },
  }
}

export function noRevision(id: number, number: number): Problem {
  return problemAt('revision', say('noRevision', { id, number }))
}
