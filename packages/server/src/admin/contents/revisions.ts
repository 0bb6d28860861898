/** Revisions of an item: list, content, name, restore, erase. */
import type { RevisionContent, RevisionInfo } from '@octavo/schema/admin/revisions.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { eraseValues } from '../../content/revisions/erase.ts'
import { fieldIdsNamed } from '../../content/revisions/field-ids.ts'
import { fittedValues } from '../../content/revisions/fit.ts'
import { nameRevision } from '../../content/revisions/name.ts'
import { listRevisions, loadRevision, type Revision } from '../../content/revisions/read.ts'
import { noRevision, revertItem } from '../../content/revisions/revert.ts'
import { pointersOf } from '../../content/pointers.ts'
import type { StoredValues } from '../../fields/field-type.ts'
import { exportValues } from '../../fields/values.ts'
import type { Item, Use } from '../../store/records.ts'
import type { RetiredField } from '../../store/revisions.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { actorNamed, namesOf } from '../actors.ts'
import { actorOf, type AdminCall, type AdminHandlers, type RootAccess } from '../api.ts'
import { done, idIn } from '../checks.ts'
import { itemChanges, languageIdOf, type ChangeDeps } from './changes.ts'
import { findItem } from './editable.ts'
import { labelsFor } from './labels.ts'
import { requireVersions } from './versions.ts'

export function revisionHandlers(deps: ChangeDeps) {
  const { orConflict } = itemChanges(deps)
  return {
    listRevisions: (call) => {
      const { before, limit, language } = call.query
      const { schema } = call.root
      const languageId = languageIdOf(schema, language)
      return deps.store.read(async (tx) => {
        const item = await findItem(tx, call.root, idIn(call, 'item'))
        const found = await listRevisions(tx, item, {
          ...(languageId !== null && { languageId }),
          before,
          limit: limit + 1,
        })
        const page = found.slice(0, limit)
        return {
          revisions: await infosOf(tx, schema, page),
          next: found.length > limit ? (page.at(-1)?.number ?? null) : null,
        }
      }, call.reader)
    },
    readRevision: async (call) => {
      const read = await deps.store.read((tx) => readOne(tx, call.root, call))
      const { item, info, retired, values } = { ...read, values: await read.values() }
      const content = contentOf(call.root.schema, item, info, retired, values)
      const targets = [...targetsOf(call.root.schema, item, values), ...othersTargets(content)]
      const language = call.root.schema.mainLanguage
      const context = { root: call.root, assetsUrl: deps.assetsUrl, language }
      const labels = await deps.store.read((tx) => labelsFor(tx, targets, context))
      return { ...content, ...labels }
    },
    nameRevision: async (call, { name }) => {
      const { id, rootId } = await deps.store.read((tx) =>
        findItem(tx, call.root, idIn(call, 'item')),
      )
      const request = { rootId, actor: actorOf(call), id, revision: numberIn(call) }
      await nameRevision(deps, { ...request, name })
      return done
    },
    revertItem: async (call, { revision, fields, expected }) => {
      const { schema } = call.root
      const item = await deps.store.read((tx) => findItem(tx, call.root, idIn(call, 'item')))
      const found = await deps.store.read((tx) => loadRevision(tx, item, revision))
      const key = found && schema.languageById.get(found.facts.languageId)?.key
      return orConflict(call, item.id, () =>
        revertItem(deps, {
          rootId: item.rootId,
          actor: actorOf(call),
          id: item.id,
          revision,
          ...(fields && { fieldIds: fieldIdsOf(schema, item, fields, []) }),
          checkBefore: (before, current) =>
            requireVersions(before, current, key === undefined ? {} : { [key]: expected ?? null }),
        }),
      )
    },
    eraseValues: async (call, { fields, language }) => {
      const { schema } = call.root
      const [item, retired] = await deps.store.read(async (tx) => [
        await findItem(tx, call.root, idIn(call, 'item')),
        await tx.revisions.retiredFields(schema.root.id),
      ])
      await eraseValues(deps, {
        rootId: item.rootId,
        actor: actorOf(call),
        id: item.id,
        fieldIds: fields && fieldIdsOf(schema, item, fields, retired),
        languageId: languageIdOf(schema, language),
      })
      return done
    },
  } satisfies Partial<AdminHandlers>
}

async function readOne(tx: ReadTransaction, root: RootAccess, call: AdminCall) {
  const item = await findItem(tx, root, idIn(call, 'item'))
  const number = numberIn(call)
  const found = await loadRevision(tx, item, number)
  const [info] = found ? await infosOf(tx, root.schema, [found.facts]) : []
  if (!found || !info) throw new Refusal('notFound', [noRevision(item.id, number)])
  const retired = await tx.revisions.retiredFields(root.schema.root.id)
  return { item, info, retired, values: found.values }
}

function numberIn({ params }: AdminCall): number {
  const text = params['revision'] ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
}

async function infosOf(
  tx: ReadTransaction,
  schema: Schema,
  revisions: readonly Revision[],
): Promise<RevisionInfo[]> {
  const names = await namesOf(
    tx,
    schema,
    revisions.map(({ actor }) => actor),
  )
  const ids = revisions.flatMap(({ fields }) => fields ?? [])
  const isAnyGone = ids.some((id) => !schema.fieldById.has(id))
  const retired = isAnyGone ? await tx.revisions.retiredFields(schema.root.id) : []
  const nameOf = (id: number) =>
    schema.fieldById.get(id) ?? retired.find(({ fieldId }) => fieldId === id)
  return revisions.flatMap((revision) => {
    const language = schema.languageById.get(revision.languageId)
    if (!language) return []
    const changed = revision.fields?.flatMap((id) => {
      const field = nameOf(id)
      return field ? [{ luid: field.luid, name: field.name }] : []
    })
    return [
      {
        revision: revision.number,
        language: language.key,
        kind: revision.kind,
        startedAt: formatTime(revision.startedAt),
        at: formatTime(revision.at),
        by: actorNamed(revision.actor, names),
        name: revision.name,
        changed: changed ?? null,
        isCurrent: revision.isCurrent,
      },
    ]
  })
}

function contentOf(
  schema: Schema,
  item: Item,
  info: RevisionInfo,
  retired: readonly RetiredField[],
  stored: StoredValues,
): Omit<RevisionContent, 'items' | 'media'> {
  const languageId = languageIdOf(schema, info.language) ?? schema.mainLanguage.id
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  const { values, others } = fittedValues(schema, item, languageId, stored)
  const nameOf = (id: number) =>
    schema.fieldById.get(id) ?? retired.find(({ fieldId }) => fieldId === id)
  return {
    ...info,
    fields: exportValues(values, fields, schema, languageId !== schema.mainLanguage.id),
    others: others.map(({ fieldId, stored: value }) => {
      const field = nameOf(fieldId)
      return {
        name: field?.name ?? '',
        luid: field?.luid ?? '',
        type: field?.type ?? null,
        value: withNames(value, (id) => nameOf(id)?.name),
      }
    }),
  }
}

/** Entries of repeats and field sets are stored by field id. */
function withNames(value: unknown, nameOf: (id: number) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, nameOf))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    nameOf(Number(key)) ?? key,
    withNames(inner, nameOf),
  ])
  return Object.fromEntries(entries)
}

/** The items and media that values of removed fields refer to. */
function othersTargets({ others }: Pick<RevisionContent, 'others'>): Use[] {
  return others.flatMap(({ type, value }) => {
    const ids = [value].flat().filter((id) => typeof id === 'number')
    if (type === 'media') return ids.map((targetId): Use => ({ kind: 'media', targetId }))
    if (type !== 'reference' && type !== 'references') return []
    return ids.map((targetId): Use => ({ kind: 'item', targetId }))
  })
}

/** The items and media that stored values refer to. */
export function targetsOf(schema: Schema, item: Item, values: StoredValues): Use[] {
  const language = {
    draft: { values, updatedAt: 0 },
    published: null,
    publishedAt: null,
    lastPublishedAt: null,
  }
  const { values: fitted } = fittedValues(schema, item, schema.mainLanguage.id, values)
  const draft = { ...language.draft, values: fitted }
  const languages = new Map([[schema.mainLanguage.id, { ...language, draft }]])
  return pointersOf({ ...item, languages }, schema)
}

function fieldIdsOf(
  schema: Schema,
  item: Item,
  luids: readonly string[],
  retired: readonly RetiredField[],
): number[] {
  const ids = luids.map((luid) => fieldIdsNamed(schema, item, luid, retired))
  const unknown = ids.flatMap((found, index) => (found.length === 0 ? [index] : []))
  if (unknown.length === 0) return ids.flat()
  throw new Refusal(
    'badRequest',
    unknown.map((index) => problemAt(`fields[${index}]`, say('noField'))),
  )
}
