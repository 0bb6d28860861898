/** One item with everything that the editor needs. */
import type { EditableItem, EditableLanguage } from '@octavo/schema/admin/items.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { pointersOf } from '../../content/pointers.ts'
import { publicationProblems, valueWarnings } from '../../content/rules.ts'
import { publish } from '../../content/transitions.ts'
import { translationsOf } from '../../content/translations.ts'
import { storedText } from '../../fields/stored-text.ts'
import { exportValues } from '../../fields/values.ts'
import { createPace } from '../../scheduling/turns.ts'
import type { Item, ItemLanguage, StageData } from '../../store/records.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { actorNamed, namesOf } from '../actors.ts'
import type { RootAccess } from '../api.ts'
import { mayUse, notFoundError } from '../checks.ts'
import { labelsFor, statusOf, titleOf } from './labels.ts'
import { inLanguages } from './problems.ts'
import { schedulesOf } from './shown-schedules.ts'
import { languageVersion } from '../../content/language-version.ts'

export interface EditableDeps {
  readonly assetsUrl: string
  now(): number
}

/** The item in any state, if the caller may see it. */
export async function findItem(tx: ReadTransaction, root: RootAccess, id: number): Promise<Item> {
  const [item] = await tx.items.load([id])
  const isThere = item?.rootId === root.schema.root.id && mayUse(root, item.spaceId)
  if (!item || !isThere || !root.schema.modelById.has(item.modelId)) throw notFoundError('item')
  return item
}

export async function editableItem(
  tx: ReadTransaction,
  deps: EditableDeps,
  root: RootAccess,
  id: number,
): Promise<EditableItem> {
  const { schema } = root
  const item = await findItem(tx, root, id)
  const first = await tx.studio.firstAuditEntry('item', id)
  const [last] = await tx.studio.auditEntries({ kind: 'item', subjectId: id }, 1)
  const actors = [first, last].flatMap((entry) => entry?.actor ?? [])
  const names = await namesOf(tx, schema, actors)
  const [review] = await tx.reviews.ofItems([id])
  const language = schema.mainLanguage
  const labels = await labelsFor(tx, pointersOf(item, schema), {
    root,
    assetsUrl: deps.assetsUrl,
    language,
  })
  const languages = await languagesOf(item, schema)
  return {
    id,
    model: schema.modelById.get(item.modelId)?.luid ?? '',
    space: schema.spaceById.get(item.spaceId)?.luid ?? '',
    title: titleOf(item, schema, language),
    createdAt: formatTime(item.createdAt),
    archivedAt: timeOf(item.archivedAt),
    deletedAt: timeOf(item.deletedAt),
    createdBy: first ? actorNamed(first.actor, names) : null,
    changedBy: last ? actorNamed(last.actor, names) : null,
    changedAt: formatTime(last?.at ?? item.createdAt),
    languages,
    translations: translationsOf(schema, item, await tx.revisions.heads([id])).map(
      ({ languageId, madeAt, isOutdated }) => ({
        language: schema.languageById.get(languageId)?.key ?? '',
        madeAt: formatTime(madeAt),
        isOutdated,
      }),
    ),
    problems: await draftProblems(tx, schema, item, deps.now()),
    warnings: inLanguages(valueWarnings(schema, withDrafts(item, deps.now())), schema),
    schedules: await schedulesOf(tx, schema, item),
    reviewBy: review?.dueOn ?? null,
    ...labels,
  }
}

/** Lets other requests run between long languages. */
async function languagesOf(item: Item, schema: Schema): Promise<EditableLanguage[]> {
  const pace = createPace()
  const languages: EditableLanguage[] = []
  for (const { id } of schema.root.languages) {
    const state = item.languages.get(id)
    languages.push(languageOf(item, schema, id, state))
    const pause = pace.after(lengthOf(state?.draft) + lengthOf(state?.published))
    if (pause) await pause
  }
  return languages
}

function lengthOf(data: StageData | null | undefined): number {
  return data ? storedText(data.values).length : 0
}

export function languageOf(
  item: Item,
  schema: Schema,
  languageId: number,
  state: ItemLanguage | undefined,
): EditableLanguage {
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  const isTranslation = languageId !== schema.mainLanguage.id
  const valuesOf = (data: StageData | null | undefined): EditableLanguage['draft'] =>
    data
      ? {
          fields: exportValues(data.values, fields, schema, isTranslation),
          updatedAt: formatTime(data.updatedAt),
        }
      : null
  return {
    language: schema.languageById.get(languageId)?.key ?? '',
    status: statusOf(state),
    version: languageVersion(state),
    draft: valuesOf(state?.draft),
    published: valuesOf(state?.published),
    publishedAt: timeOf(state?.publishedAt ?? null),
    lastPublishedAt: timeOf(state?.lastPublishedAt ?? null),
  }
}

/** The problems that publishing all drafts now would have. */
async function draftProblems(
  tx: ReadTransaction,
  schema: Schema,
  item: Item,
  now: number,
): Promise<Problem[]> {
  if (!hasDraft(item) || item.deletedAt !== null) return []
  const after = withDrafts(item, now)
  return inLanguages(await publicationProblems(tx, schema, item, after), schema)
}

function hasDraft({ languages }: Item): boolean {
  return Array.from(languages.values()).some(({ draft }) => draft !== null)
}

/** The item after publishing all drafts. */
function withDrafts(item: Item, now: number): Item {
  return hasDraft(item) ? publish({ ...item, archivedAt: null, deletedAt: null }, null, now) : item
}

export function timeOf(time: number | null): string | null {
  return time === null ? null : formatTime(time)
}
