/** Changes stored content to match a new definition. The change was checked before. */
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { nothingDerived } from '../content/derive.ts'
import { rederiveItems } from '../content/rederive.ts'
import { sealLatest } from '../content/revisions/record.ts'
import type { Item } from '../store/records.ts'
import type { RetiredField } from '../store/revisions.ts'
import type { ItemFilter } from '../store/items.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { Converting } from './convert-texts.ts'
import { itemsWithCopies } from './edit-copies.ts'
import { editItem } from './edit-values.ts'
import { fillNewSlugs } from './fill-slugs.ts'
import type { Impact } from './impact.ts'
import { countNewIds, withRealIds } from './plan.ts'
import { targetsOf } from './targets.ts'
import { updateAbsences } from './update-absences.ts'
import { walkItems, walkMedia } from './walk.ts'

/** Returns the stored definition. */
export async function executePlan(
  tx: WriteTransaction,
  impact: Impact,
  converting: Converting,
  onProgress: (items: number) => void = () => {},
): Promise<RootDefinition> {
  const rootId = impact.before.root.id
  const edit = (filter: ItemFilter): Promise<void> =>
    editItems(tx, impact, filter, { converting, onProgress })
  await removeContainers(tx, impact)
  if (impact.editedModels.length > 0) await edit({ rootId, modelIds: impact.editedModels })
  const isLanguageGone = impact.removedLanguages.length > 0
  const languageIds = impact.removedLanguages.map(({ id }) => id)
  if (isLanguageGone) {
    await edit({ rootId, languageIds })
    await tx.schedules.removeLanguages(rootId, languageIds)
    await tx.releases.removeLanguages(rootId, languageIds)
    await tx.revisions.removeLanguages(rootId, languageIds)
  }
  await tx.revisions.retireFields(retiredFields(impact))
  await tidyMedia(tx, impact)
  await tidyKeys(tx, impact)

  const { root } = impact.after
  const newIds = await tx.ids.allocate('definition', countNewIds(root))
  await tx.roots.save(withRealIds(root, newIds))
  const saved = await tx.roots.load(rootId)
  const schema = indexSchema(saved)
  const modelIds = isLanguageGone ? saved.models.map(({ id }) => id) : impact.rederivedModels
  await fillNewSlugs(tx, impact.before, schema, onProgress)
  let done = 0
  if (modelIds.length > 0) {
    await rederiveItems(tx, schema, { modelIds }, (total) => {
      onProgress(total - done)
      done = total
    })
  }
  await updateAbsences(tx, impact.before, schema)
  return saved
}

async function removeContainers(tx: WriteTransaction, impact: Impact): Promise<void> {
  const rootId = impact.before.root.id
  const modelIds = impact.removedModels.map(({ id }) => id)
  const spaceIds = impact.removedSpaces.map(({ id }) => id)
  if (modelIds.length > 0) await removeItems(tx, { rootId, modelIds })
  if (spaceIds.length > 0) await removeItems(tx, { rootId, spaceIds })
}

async function removeItems(tx: WriteTransaction, filter: ItemFilter): Promise<void> {
  for await (const items of walkItems(tx, filter)) {
    // First saves them without derived data, which updates the totals of their models.
    const hidden = items.map((item) => ({ item, derived: nothingDerived }))
    await tx.derived.save(hidden, { isNew: false })
    await tx.items.remove(items.map(({ id }) => id))
  }
}

async function editItems(
  tx: WriteTransaction,
  impact: Impact,
  filter: ItemFilter,
  { converting, onProgress }: { converting: Converting; onProgress: (items: number) => void },
): Promise<void> {
  for await (const items of walkItems(tx, filter)) {
    const copied = await itemsWithCopies(tx, items)
    const holders = copied.map(({ item }) => item)
    const targets = await targetsOf(tx, [...items, ...holders], impact)
    const editedOf = async (item: Item): Promise<Item> =>
      converting((parseText) => editItem(item, { impact, targets, parseText }).item)
    const edited: { before: Item; after: Item }[] = []
    for (const item of items) edited.push({ before: item, after: await editedOf(item) })
    const changed = edited.filter(({ before, after }) => contentOf(before) !== contentOf(after))
    if (changed.length > 0) {
      await sealLatest(
        tx,
        changed.map(({ before }) => before),
      )
      await tx.items.update(changed.map(({ after }) => after))
    }
    for (const { item, save } of copied) await save(tx, await editedOf(item))
    onProgress(items.length)
  }
}

function contentOf({ languages }: Item): string {
  return JSON.stringify([...languages])
}

/** Revisions still contain values of removed fields, and show them by name. */
function retiredFields({ before, removedFields }: Impact): RetiredField[] {
  return [...removedFields.keys()].flatMap((fieldId) => {
    const field = before.fieldById.get(fieldId)
    const inner = field?.type === 'repeat' ? field.fields : []
    return [...(field ? [field] : []), ...inner].map(({ id, luid, name, type }) => ({
      fieldId: id,
      rootId: before.root.id,
      luid,
      name,
      type,
    }))
  })
}

async function tidyMedia(tx: WriteTransaction, impact: Impact): Promise<void> {
  const spaceIds = new Set(impact.removedSpaces.map(({ id }) => id))
  const languageIds = impact.removedLanguages.map(({ id }) => id)
  if (spaceIds.size + languageIds.length === 0) return
  for await (const batch of walkMedia(tx, impact.before.root.id)) {
    const gone = batch.filter(({ spaceId }) => spaceIds.has(spaceId))
    if (gone.length > 0) await tx.media.remove(gone.map(({ id }) => id))
    for (const media of batch) {
      if (spaceIds.has(media.spaceId) || !languageIds.some((id) => media.alts.has(id))) continue
      const alts = new Map([...media.alts].filter(([id]) => !languageIds.includes(id)))
      await tx.media.update({ ...media, alts })
    }
  }
}

/** A key that was restricted to removed spaces only loses access, and never gains access to all spaces. */
async function tidyKeys(tx: WriteTransaction, impact: Impact): Promise<void> {
  const gone = impact.removedSpaces.map(({ id }) => id)
  if (gone.length === 0) return
  for (const key of await tx.keys.list(impact.before.root.id)) {
    if (!key.spaceIds?.some((id) => gone.includes(id))) continue
    await tx.keys.update({ ...key, spaceIds: key.spaceIds.filter((id) => !gone.includes(id)) })
  }
}
