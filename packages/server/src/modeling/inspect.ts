/** Inspects stored content before a schema change affects it. */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import {
  say,
  type ProblemCode,
  type ProblemValues,
  type CodedMessage,
} from '@octavo/schema/problems.ts'
import { claimsOf } from '../content/derive.ts'
import { claimKey, type Claim, type Item, type MediaRecord } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import type { Converting } from './convert-texts.ts'
import { itemsWithCopies } from './edit-copies.ts'
import { byEditKind, editItem, editKinds, type EditedItem } from './edit-values.ts'
import type { Impact } from './impact.ts'
import { targetsOf } from './targets.ts'
import { walkItems, walkMedia } from './walk.ts'

export interface Inspection {
  /** Reasons why the change is impossible. */
  problems: Problem[]
  /** Content that would be deleted, for confirmation by the operator. */
  losses: CodedMessage[]
}

/** How many items a change affects, with the id of one of them. */
interface Tally {
  items: number
  example: number
}

const maxCollisions = 10

export async function inspect(
  tx: ReadTransaction,
  impact: Impact,
  converting: Converting,
  onProgress: (items: number) => void = () => {},
): Promise<Inspection> {
  const scan = startScan(impact)
  const goneSpaces = new Set(impact.removedSpaces.map(({ id }) => id))
  const rootId = impact.before.root.id
  const modelIds = [...new Set([...impact.editedModels, ...impact.comparedModels])]
  if (modelIds.length > 0) {
    for await (const items of walkItems(tx, { rootId, modelIds })) {
      const copied = await itemsWithCopies(tx, items)
      const holders = copied.map(({ item }) => item)
      const targets = await targetsOf(tx, [...items, ...holders], impact)
      const byItem = Map.groupBy(holders, ({ id }) => id)
      for (const item of items) {
        if (goneSpaces.has(item.spaceId)) continue
        const withCopies = [item, ...(byItem.get(item.id) ?? [])]
        const edited = await converting((parseText) =>
          withCopies.map((one) => editItem(one, { impact, targets, parseText })),
        )
        scan.add(item, edited)
      }
      onProgress(items.length)
    }
  }
  return {
    problems: [...(await mainLanguageProblems(tx, impact)), ...scan.problems()],
    losses: [...(await containerLosses(tx, impact)), ...scan.losses()],
  }
}

type Tallies = Map<number, Tally>

function startScan(impact: Impact) {
  const tallies = byEditKind((): Tallies => new Map())
  const claims = new Map<string, { claim: Claim; itemIds: number[] }>()
  const compared = new Set(impact.comparedModels)

  return {
    /** The edited item, and the same with copies of schedules and releases in the place of its drafts. */
    add({ id, modelId }: Item, edited: readonly EditedItem[]): void {
      for (const kind of editKinds) {
        const all = edited.reduce((ids, { notes }) => ids.union(notes[kind]), new Set<number>())
        count(tallies[kind], all, id)
      }
      const [own] = edited
      if (!own || !compared.has(modelId)) return
      for (const claim of claimsOf(impact.after, own.item)) addClaim(claims, claim, id)
    },
    problems: (): Problem[] => [
      ...conversionProblems(tallies.unconverted, impact),
      ...collisionProblems([...claims.values()], impact),
    ],
    losses: (): CodedMessage[] => [
      ...labelled('lostField', tallies.removed, impact.removedFields),
      ...impact.removedFieldSets.flatMap(({ id, luid: name }) =>
        lost('lostFieldSet', { name }, tallies.removed.get(id)?.items),
      ),
      ...[...impact.removedChoices].flatMap(([id, { label: name, names }]) => {
        const options = names.map((option) => JSON.stringify(option)).join(', ')
        return lost('lostOptions', { name, options }, tallies.unchosen.get(id)?.items)
      }),
      ...labelled('lostTranslations', tallies.overruled, impact.shared),
    ],
  }
}

/** Empty if no item is affected. */
function lost(code: ProblemCode, values: ProblemValues, items = 0, noun = 'item'): CodedMessage[] {
  return items > 0 ? [say(code, { ...values, ...counted(items, noun) })] : []
}

function count(tallies: Tallies, ids: ReadonlySet<number>, itemId: number): void {
  for (const id of ids) {
    const tally = tallies.get(id)
    if (tally) tally.items++
    else tallies.set(id, { items: 1, example: itemId })
  }
}

function labelled(
  code: ProblemCode,
  tallies: Tallies,
  labels: ReadonlyMap<number, string>,
): CodedMessage[] {
  return [...tallies].flatMap(([id, { items }]) => {
    const name = labels.get(id)
    return name === undefined ? [] : lost(code, { name }, items)
  })
}

function conversionProblems(tallies: Tallies, impact: Impact): Problem[] {
  return [...tallies].flatMap(([id, { items, example }]) => {
    const change = impact.converted.get(id)
    if (!change) return []
    const { from, to, label } = change
    const isNarrowed = from.type === to.type
    const types = isNarrowed
      ? {}
      : { from: from.type, to: to.type, fromWord: from.type, toWord: to.type }
    const values = { name: label, ...types, ...counted(items), id: example }
    if (isNarrowed) return [problemAt('', say('cannotNarrow', values))]
    return [problemAt('', say('cannotConvert', values))]
  })
}

function addClaim(
  claims: Map<string, { claim: Claim; itemIds: number[] }>,
  claim: Claim,
  itemId: number,
): void {
  const key = claimKey(claim)
  const existing = claims.get(key)
  if (existing) existing.itemIds.push(itemId)
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
  return [problemAt('languages', say('mainLanguageFixed', { from, to, ...counted(items) }))]
}

/** Losses through removed models, spaces and languages. */
async function containerLosses(tx: ReadTransaction, impact: Impact): Promise<CodedMessage[]> {
  const rootId = impact.before.root.id
  const losses: CodedMessage[] = []
  for (const { id, luid: name } of impact.removedModels) {
    const items = await tx.items.count({ rootId, modelIds: [id] })
    losses.push(...lost('lostModel', { name }, items))
  }
  for (const { id, luid: name } of impact.removedSpaces) {
    const items = await tx.items.count({ rootId, spaceIds: [id] })
    const media = await countMedia(tx, rootId, (record) => record.spaceId === id)
    losses.push(...lost('lostSpace', { name }, items))
    losses.push(...lost('lostSpaceMedia', { name }, media, 'media file'))
  }
  for (const { id, key: name } of impact.removedLanguages) {
    const items = await tx.items.count({ rootId, languageIds: [id] })
    const media = await countMedia(tx, rootId, (record) => record.alts.has(id))
    losses.push(...lost('lostLanguage', { name }, items))
    losses.push(...lost('lostLanguageMedia', { name }, media, 'media file'))
  }
  return losses
}

async function countMedia(
  tx: ReadTransaction,
  rootId: number,
  isIncluded: (media: MediaRecord) => boolean,
): Promise<number> {
  let total = 0
  for await (const batch of walkMedia(tx, rootId)) total += batch.filter(isIncluded).length
  return total
}

/** `items` is part of the English text. */
function counted(number: number, noun = 'item'): { items: string; count: number } {
  const items = `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
  return { items, count: number }
}
