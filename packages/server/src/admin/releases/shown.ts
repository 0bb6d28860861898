/** Releases as Studio shows them. */
import type {
  itemReleases,
  releaseItem,
  Release as ShownRelease,
  ReleaseCheck as ShownCheck,
  ReleaseEntry as ShownEntry,
} from '@octavo/schema/admin/releases.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { z } from 'zod'
import { isPublishedSince } from '../../content/releases/apply.ts'
import { baseOf, wholeItem } from '../../content/releases/entries.ts'
import type { ReleaseCheck } from '../../content/releases/validate.ts'
import { isCopyOf } from '../../content/transitions.ts'
import { exportValues } from '../../fields/values.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import type { Item, StageData } from '../../store/records.ts'
import type { Release, ReleaseEntry } from '../../store/releases.ts'
import type { ReadTransaction } from '../../store/store.ts'
import type { Window } from '../../store/studio-reads.ts'
import { actorNamed, namesOf } from '../actors.ts'
import type { RootAccess } from '../api.ts'
import { mayUse } from '../checks.ts'
import { timeOf } from '../contents/editable.ts'
import {
  itemLabel,
  labelsFor,
  titledItems,
  titleOf,
  type LabelContext,
} from '../contents/labels.ts'
import { targetsOf } from '../contents/revisions.ts'

export async function shownReleases(
  tx: ReadTransaction,
  root: RootAccess,
  releases: readonly Release[],
): Promise<ShownRelease[]> {
  const actors = releases.flatMap(({ actor, publisher }) => [actor, publisher ?? []].flat())
  const names = await namesOf(tx, root.schema, actors)
  const shown: ShownRelease[] = []
  for (const release of releases) {
    const { items, spaceIds } = await tx.releases.facts(release.id)
    const { luid, name, actor, publisher, problems } = release
    shown.push({
      luid,
      name,
      state: stateOf(release),
      items,
      at: timeOf(release.dueAt),
      createdAt: formatTime(release.createdAt),
      createdBy: actorNamed(actor, names),
      publishedAt: timeOf(release.publishedAt),
      publishedBy: publisher === null ? null : actorNamed(publisher, names),
      undoneAt: timeOf(release.undoneAt),
      archivedAt: timeOf(release.archivedAt),
      failedAt: timeOf(release.failedAt),
      problems: problems ?? [],
      hasHiddenItems: !spaceIds.every((id) => mayUse(root, id)),
    })
  }
  return shown
}

export function stateOf({ publishedAt, failedAt, dueAt }: Release): ShownRelease['state'] {
  if (publishedAt !== null) return 'published'
  if (failedAt !== null) return 'failed'
  return dueAt === null ? 'open' : 'scheduled'
}

export async function shownEntries(
  tx: ReadTransaction,
  release: Release,
  context: LabelContext,
  window: Window,
) {
  const { schema } = context.root
  const { entries: total } = await tx.releases.facts(release.id)
  const end = window.offset + window.limit
  const rows: ShownEntry[] = []
  for (let offset = window.offset; offset < Math.min(end, total); offset += entriesPerTurn) {
    const limit = Math.min(entriesPerTurn, end - offset)
    const entries = await tx.releases.entries(release.id, { limit, offset })
    const ids = new Set(entries.map(({ itemId }) => itemId))
    const items = new Map((await tx.items.load([...ids])).map((item) => [item.id, item]))
    const actors = entries.map(({ actor }) => actor)
    const names = await namesOf(tx, schema, actors)
    for (const entry of entries) {
      const item = items.get(entry.itemId)
      if (item && mayUse(context.root, item.spaceId)) {
        rows.push(shownEntry(release, entry, item, { context, names }))
      }
    }
    // Contents can be megabytes, so let other requests run.
    await nextTurn('long')
  }
  return { total, ...window, rows }
}

const entriesPerTurn = 50

function shownEntry(
  { publishedAt }: Release,
  entry: ReleaseEntry,
  item: Item,
  { context, names }: { context: LabelContext; names: ReadonlyMap<string, string> },
): ShownEntry {
  const { schema } = context.root
  const isConflict = publishedAt === null && isPublishedSince(item, entry)
  return {
    item: itemLabel(item, context),
    language: languageKey(schema, entry),
    action: entry.action,
    title: titleIn(item, entry, schema),
    addedAt: formatTime(entry.addedAt),
    by: actorNamed(entry.actor, names),
    isDraftNewer: isDraftNewer(item, entry),
    conflict: isConflict ? { at: formatTime(baseOf(item, entry.languageId)) } : null,
  }
}

function languageKey(schema: Schema, { languageId }: Pick<ReleaseEntry, 'languageId'>) {
  return languageId === wholeItem ? null : (schema.languageById.get(languageId)?.key ?? '')
}

function titleIn(item: Item, { copy }: ReleaseEntry, schema: Schema): string {
  const fieldId = schema.modelById.get(item.modelId)?.titleFieldId ?? null
  const title = fieldId === null ? undefined : copy?.values[fieldId]
  return typeof title === 'string' ? title : titleOf(item, schema)
}

function isDraftNewer(item: Item, { languageId, copy }: ReleaseEntry): boolean {
  const draft = item.languages.get(languageId)?.draft ?? null
  return copy !== null && draft !== null && !isCopyOf(copy, draft)
}

export async function shownItem(
  tx: ReadTransaction,
  release: Release,
  item: Item,
  context: LabelContext,
): Promise<z.infer<typeof releaseItem>> {
  const { schema } = context.root
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  const entries = await tx.releases.entriesOf(release.id, [item.id])
  const stages = entries.map((entry) => {
    const { languageId, copy, previous } = entry
    const current = item.languages.get(languageId)?.published ?? null
    return { entry, copy, published: release.publishedAt === null ? current : previous?.published }
  })
  const targets = stages.flatMap(({ copy, published }) =>
    [copy, published].flatMap((data) => (data ? targetsOf(schema, item, data.values) : [])),
  )
  return {
    item: itemLabel(item, context),
    languages: stages.map(({ entry, copy, published }) => {
      const isOther = entry.languageId !== schema.mainLanguage.id
      const shown = (data: StageData | null | undefined) =>
        data ? exportValues(data.values, fields, schema, isOther) : null
      return {
        language: languageKey(schema, entry),
        action: entry.action,
        fields: shown(copy),
        published: shown(published),
      }
    }),
    ...(await labelsFor(tx, targets, context)),
  }
}

export async function shownItemReleases(
  tx: ReadTransaction,
  schema: Schema,
  item: Item,
): Promise<z.infer<typeof itemReleases>['releases']> {
  const entries = await tx.releases.ofItems([item.id])
  const ids = [...new Set(entries.map(({ releaseId }) => releaseId))]
  const releases = (await tx.releases.byId(ids)).filter(({ archivedAt }) => archivedAt === null)
  return releases.flatMap((release) =>
    entries
      .filter(({ releaseId }) => releaseId === release.id)
      .map((entry) => ({
        luid: release.luid,
        name: release.name,
        state: stateOf(release),
        at: timeOf(release.dueAt),
        language: languageKey(schema, entry),
        action: entry.action,
        isDraftNewer: isDraftNewer(item, entry),
      })),
  )
}

const mostShown = 100

/** Items of spaces that the caller may not use are left out. */
export async function shownCheck(
  tx: ReadTransaction,
  { problems, conflicts, references }: ReleaseCheck,
  context: LabelContext,
): Promise<ShownCheck> {
  const { root } = context
  const { schema } = root
  const isReachable = ({ item }: { item: Item }): boolean => mayUse(root, item.spaceId)
  const targets = new Map(
    (await titledItems(tx, schema, [...new Set(references.map(({ targetId }) => targetId))]))
      .filter((item) => item.rootId === schema.root.id && mayUse(root, item.spaceId))
      .map((item) => [item.id, itemLabel(item, context)]),
  )
  return {
    problems,
    conflicts: conflicts
      .filter(isReachable)
      .slice(0, mostShown)
      .map(({ item, languageId, at }) => ({
        item: itemLabel(item, context),
        language: languageKey(schema, { languageId }),
        at: formatTime(at),
      })),
    references: references
      .filter(isReachable)
      .slice(0, mostShown)
      .map(({ item, languageId, path, targetId }) => ({
        item: itemLabel(item, context),
        language: languageKey(schema, { languageId }),
        path,
        targetId,
        target: targets.get(targetId) ?? null,
      })),
  }
}
