/**
 * Changes many items, one after the other and independently. Failed items return their problems; the others
 * are changed.
 */
import type {
  BulkEditResult,
  BulkResult,
  LanguageVersions,
  UndoResult,
} from '@octavo/schema/admin/bulk.ts'
import type { EditableLanguage, ItemEdit } from '@octavo/schema/admin/items.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { isDeepStrictEqual } from 'node:util'
import { undoChange, type UndoableVersions } from '../../content/undo.ts'
import { patchItem } from '../../content/write.ts'
import type { Item } from '../../store/records.ts'
import { actorOf, type AdminCall, type AdminHandlers } from '../api.ts'
import { mayUse, notFoundError } from '../checks.ts'
import { apply, studioSource, languageIdOf, type ChangeDeps } from './changes.ts'
import { requireAllowed } from './drafts-only.ts'
import { findItem, languageOf } from './editable.ts'
import { bodyOf, inLanguages } from './problems.ts'
import { requireVersions } from './versions.ts'

export function bulkHandlers(deps: ChangeDeps) {
  return {
    changeItems: async (call, { ids, ...change }) => {
      languageIdOf(call.root.schema, change.language)
      requireAllowed(call, change.action)
      const results: BulkResult['results'] = []
      for (const id of new Set(ids)) {
        const { problems, value } = await attempt(call, async () => {
          const { rootId, spaceId } = await deps.store.read((tx) => findItem(tx, call.root, id))
          return apply(deps, call, { rootId, spaceId, id }, change)
        })
        const undo = value && value.size > 0 ? byKey(value, call) : null
        results.push({ id, isDone: problems.length === 0, problems, undo })
      }
      return { results }
    },
    undoItems: async (call, { items }) => {
      const results: UndoResult['results'] = []
      for (const { id, languages } of items) {
        const { problems } = await attempt(call, () => undoOne(deps, call, id, languages))
        results.push({ id, isDone: problems.length === 0, problems })
      }
      return { results }
    },
    editItems: async (call, { edits }) => {
      for (const { language } of edits) languageIdOf(call.root.schema, language)
      const results: BulkEditResult['results'] = []
      for (const edit of edits) {
        const { problems, value } = await attempt(call, () => editOne(deps, call, edit))
        results.push({ id: edit.id, isDone: problems.length === 0, problems, undo: value ?? null })
      }
      return { results }
    },
  } satisfies Partial<AdminHandlers>
}

function byKey(versions: UndoableVersions, { root: { schema } }: AdminCall): LanguageVersions {
  return Object.fromEntries(
    Array.from(versions, ([id, version]) => [schema.languageById.get(id)?.key ?? '', version]),
  )
}

async function undoOne(
  deps: ChangeDeps,
  call: AdminCall,
  itemId: number,
  languages: LanguageVersions,
): Promise<void> {
  const { schema } = call.root
  const versions = new Map(
    Object.entries(languages).map(([key, version]) => [languageIdOf(schema, key) ?? 0, version]),
  )
  const { rootId } = await deps.store.read((tx) => findItem(tx, call.root, itemId))
  await undoChange(deps, {
    rootId,
    actor: actorOf(call),
    id: itemId,
    versions,
    checkBefore(before, after) {
      if (!mayUse(call.root, before.spaceId)) throw notFoundError('item')
      const isPublic = [before, after].some((item) =>
        Array.from(versions.keys()).some((id) => item.languages.get(id)?.published),
      )
      if (isPublic) requireAllowed(call, 'publish')
    },
  })
}

/** Applies the edit and returns the edit that undoes it. */
async function editOne(
  deps: ChangeDeps,
  call: AdminCall,
  { id: itemId, language, fields: wanted, expected }: ItemEdit,
): Promise<ItemEdit | null> {
  const item = await deps.store.read((tx) => findItem(tx, call.root, itemId))
  const before = languageIn(item, call, language)
  const values = (before.draft ?? before.published)?.fields
  if (!values) {
    throw new Refusal('badRequest', [problemAt(`languages.${language}`, say('languageEmpty'))])
  }
  const place = { rootId: item.rootId, spaceId: item.spaceId, id: itemId }
  if (wanted === null) {
    const seen = expected === null ? {} : { [language]: expected }
    await apply(deps, call, place, { action: 'discardDraft', language, expected: seen })
    return null
  }
  const luids = Object.keys(wanted)
  const isUnchanged = luids.every((luid) =>
    isDeepStrictEqual(values[luid] ?? null, wanted[luid] ?? null),
  )
  if (isUnchanged) return null
  let after = item
  await patchItem(deps, {
    onSaved: (saved) => (after = saved),
    ...place,
    actor: actorOf(call),
    stage: 'draft',
    ...studioSource(call),
    body: bodyOf({ [language]: { fields: wanted } }),
    checkBefore: (now, schema) =>
      // The undo restores these values, so they must not have changed in between.
      requireVersions(now, schema, { [language]: expected ?? before.version }),
  })
  const { version, draft } = languageIn(after, call, language)
  const now = draft?.fields ?? {}
  const changed = Object.keys({ ...values, ...now }).filter(
    (luid) => !isDeepStrictEqual(values[luid], now[luid]),
  )
  const old = Object.fromEntries(
    [...new Set([...luids, ...changed])].map((luid) => [luid, values[luid] ?? null]),
  )
  return { id: itemId, language, fields: before.draft ? old : null, expected: version }
}

function languageIn(item: Item, { root: { schema } }: AdminCall, key: string): EditableLanguage {
  const languageId = languageIdOf(schema, key) ?? schema.mainLanguage.id
  return languageOf(item, schema, languageId, item.languages.get(languageId))
}

async function attempt<T>(
  call: AdminCall,
  work: () => Promise<T>,
): Promise<{ problems: Problem[]; value?: T }> {
  try {
    return { problems: [], value: await work() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problems: inLanguages(error.problems, call.root.schema) }
  }
}
