/** Looks at what is stored before a change of the schema touches it. */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import { claimsOf } from '../content/derive.ts'
import type { Claim, Item, MediaRecord } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { editItem } from './edit-values.ts'
import type { Impact } from './impact.ts'
import { targetsOf, type Targets } from './targets.ts'
import { walkItems, walkMedia } from './walk.ts'

export interface Inspection {
  /** What makes the change impossible. */
  problems: Problem[]
  /** What would be deleted, for the operator to agree to. */
  losses: Said[]
}

/** How many items a change concerns, and one of them to look at. */
interface Tally {
  items: number
  example: number
}

const maxCollisions = 10

export async function inspect(
  tx: ReadTransaction,
  impact: Impact,
  onProgress: (items: number) => void = () => {},
): Promise<Inspection> {
  const scan = startScan(impact)
  const rootId = impact.before.root.id
  const modelIds = [...new Set([...impact.editedModels, ...impact.comparedModels])]
  if (modelIds.length > 0) {
    for await (const items of walkItems(tx, { rootId, modelIds })) {
      const targets = await targetsOf(tx, items, impact)
      for (const item of items) scan.see(item, targets)
      onProgress(items.length)
    }
  }
  return {
    problems: [...(await mainLanguageProblems(tx, impact)), ...scan.problems()],
    losses: [...(await wholeLosses(tx, impact)), ...scan.losses()],
  }
}

function startScan(impact: Impact) {
  const removed = new Map<number, Tally>()
  const unchosen = new Map<number, Tally>()
  const unconverted = new Map<number, Tally>()
  const overruled = new Map<number, Tally>()
  const claims = new Map<string, { claim: Claim; itemIds: number[] }>()
  const goneSpaces = new Set(impact.removedSpaces.map(({ id }) => id))
  const compared = new Set(impact.comparedModels)

  return {
    see(item: Item, targets: Targets): void {
      if (goneSpaces.has(item.spaceId)) return
      const { item: edited, notes } = editItem(item, impact, targets)
      count(removed, notes.removed, item.id)
      count(unchosen, notes.unchosen, item.id)
      count(unconverted, notes.unconverted, item.id)
      count(overruled, notes.overruled, item.id)
      if (!compared.has(item.modelId)) return
      for (const claim of claimsOf(impact.after, edited)) addClaim(claims, claim, item.id)
    },
    problems: (): Problem[] => [
      ...conversionProblems(unconverted, impact),
      ...collisionProblems([...claims.values()], impact),
    ],
    losses(): Said[] {
      return [
        ...labelled(removed, impact.removedFields).map(([label, tally]) =>
          say('lostField', { name: label, ...itemCount(tally.items) }),
        ),
        ...impact.removedFieldSets.flatMap(({ id, luid }) => {
          const tally = removed.get(id)
          return tally ? [say('lostFieldSet', { name: luid, ...itemCount(tally.items) })] : []
        }),
        ...[...impact.removedChoices].flatMap(([id, { label, names }]) => {
          const tally = unchosen.get(id)
          const options = names.map((name) => JSON.stringify(name)).join(', ')
          return tally
            ? [say('lostOptions', { name: label, options, ...itemCount(tally.items) })]
            : []
        }),
        ...labelled(overruled, impact.shared).map(([label, tally]) =>
          say('lostTranslations', { name: label, ...itemCount(tally.items) }),
        ),
      ]
    },
  }
}

function count(tallies: Map<number, Tally>, ids: ReadonlySet<number>, itemId: number): void {
  for (const id of ids) {
    const tally = tallies.get(id)
    if (tally) tally.items++
    else tallies.set(id, { items: 1, example: itemId })
  }
}

function labelled(
  tallies: ReadonlyMap<number, Tally>,
  labels: ReadonlyMap<number, string>,
): [label: string, tally: Tally][] {
  return [...tallies].flatMap(([id, tally]): [string, Tally][] => {
    const label = labels.get(id)
    return label === undefined ? [] : [[label, tally]]
  })
}

function conversionProblems(tallies: ReadonlyMap<number, Tally>, impact: Impact): Problem[] {
  return [...tallies].flatMap(([id, { items, example }]) => {
    const change = impact.converted.get(id)
    if (!change) return []
    const { from, to, label } = change
    const types = { from: from.type, to: to.type, fromWord: from.type, toWord: to.type }
    const values = { name: label, ...types, ...itemCount(items), id: example }
    return [problemAt('', say('cannotConvert', values))]
  })
}

function addClaim(
  claims: Map<string, { claim: Claim; itemIds: number[] }>,
  claim: Claim,
  itemId: number,
): void {
  const key = [claim.spaceId, claim.fieldId, claim.languageId, claim.value].join()
  const known = claims.get(key)
  if (known) known.itemIds.push(itemId)
  else claims.set(key, { claim, itemIds: [itemId] })
}

function collisionProblems(
  claims: readonly { claim: Claim; itemIds: number[] }[],
  { after }: Impact,
): Problem[] {
  const collisions = claims.filter(({ itemIds }) => itemIds.length > 1)
  const byField = Map.groupBy(collisions, ({ claim }) => claim.fieldId)
  return Array.from(byField, ([fieldId, groups]) => {
    const model = after.root.models.find(({ fields }) => fields.some(({ id }) => id === fieldId))
    const shown = groups.slice(0, maxCollisions).map(({ claim, itemIds }) => {
      const ids = itemIds.slice(0, maxCollisions).join(' and ')
      return `items ${ids} (${after.languageById.get(claim.languageId)?.key})`
    })
    const rest = groups.length > shown.length ? ` and ${groups.length - shown.length} more` : ''
    const label = `${model?.luid}.${after.fieldById.get(fieldId)?.luid}`
    const ids = groups.flatMap(({ itemIds }) => itemIds).slice(0, maxCollisions)
    const values = { name: label, holders: `${shown.join('; ')}${rest}`, ids: ids.join(', ') }
    return problemAt('', say('cannotBeUnique', values))
  })
}

async function mainLanguageProblems(tx: ReadTransaction, impact: Impact): Promise<Problem[]> {
  if (!impact.isMainLanguageChanged) return []
  const items = await tx.items.count({ rootId: impact.before.root.id })
  if (items === 0) return []
  const [from, to] = [impact.before.mainLanguage.key, impact.after.mainLanguage.key]
  return [problemAt('languages', say('mainLanguageFixed', { from, to, ...itemCount(items) }))]
}

/** What goes whole: models, spaces and languages that still hold something. */
async function wholeLosses(tx: ReadTransaction, impact: Impact): Promise<Said[]> {
  const rootId = impact.before.root.id
  const losses: Said[] = []
  for (const { id, luid } of impact.removedModels) {
    const items = await tx.items.count({ rootId, modelIds: [id] })
    if (items > 0) losses.push(say('lostModel', { name: luid, ...itemCount(items) }))
  }
  for (const { id, luid } of impact.removedSpaces) {
    const items = await tx.items.count({ rootId, spaceIds: [id] })
    const media = await countMedia(tx, rootId, (record) => record.spaceId === id)
    if (items > 0) losses.push(say('lostSpace', { name: luid, ...itemCount(items) }))
    if (media > 0)
      losses.push(say('lostSpaceMedia', { name: luid, ...counted(media, 'media file') }))
  }
  for (const { id, key } of impact.removedLanguages) {
    const items = await tx.items.count({ rootId, languageIds: [id] })
    const media = await countMedia(tx, rootId, (record) => record.alts.has(id))
    if (items > 0) losses.push(say('lostLanguage', { name: key, ...itemCount(items) }))
    if (media > 0)
      losses.push(say('lostLanguageMedia', { name: key, ...counted(media, 'media file') }))
  }
  return losses
}

async function countMedia(
  tx: ReadTransaction,
  rootId: number,
  isMeant: (media: MediaRecord) => boolean,
): Promise<number> {
  let total = 0
  for await (const batch of walkMedia(tx, rootId)) total += batch.filter(isMeant).length
  return total
}

function itemCount(items: number): Counted {
  return counted(items, 'item')
}

interface Counted {
  /** For the English text. */
  items: string
  count: number
}

function counted(number: number, noun: string): Counted {
  const items = `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
  return { items, count: number }
}
