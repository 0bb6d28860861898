import type { Language } from '@octavo/schema/definitions.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import type { TextInputFormat } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import type { Writing } from '../fields/field-type.ts'
import type { ReadTransaction } from '../store/store.ts'
import { textPolicyOf } from './text-policy.ts'

interface ContentNeed {
  id: number
  models: readonly number[] | null
  path: string
}

interface MediaNeed {
  id: number
  path: string
}

/** What is wrong with values from outside, and what they point at. */
export interface ValueNotes {
  readonly problems: Problem[]
  readonly contentNeeds: readonly ContentNeed[]
  readonly mediaNeeds: readonly MediaNeed[]
}

export interface ValueCheck extends ValueNotes {
  /** What field types ask while they check the values of this language. */
  writingIn(language: Language): Writing
  /** Looks up, in one go, all that the values point at. */
  checkTargets(tx: ReadTransaction): Promise<void>
}

export interface Door {
  textFormat: TextInputFormat
  /** Whether multi select may be written through this door. */
  allowsMultiselect: boolean
  /** Ids of the spaces that the writer knows of; what lies elsewhere does not exist for it. */
  reachableSpaceIds?: readonly number[] | null
}

export function checkValues(
  schema: Schema,
  door: Door,
  { fillsInitial }: { fillsInitial: boolean },
): ValueCheck {
  const problems: Problem[] = []
  const contentNeeds: ContentNeed[] = []
  const mediaNeeds: MediaNeed[] = []
  const common = {
    schema,
    textFormat: door.textFormat,
    textPolicy: textPolicyOf(schema),
    allowsMultiselect: door.allowsMultiselect,
    fillsInitial,
    problem: (path: string, what: string | Said) => void problems.push(problemAt(path, what)),
    needsContent: (id: number, models: readonly number[] | null, path: string) =>
      void contentNeeds.push({ id, models, path }),
    needsMedia: (id: number, path: string) => void mediaNeeds.push({ id, path }),
  }
  const check: ValueCheck = {
    writingIn: (language) => ({ ...common, isTranslation: language !== schema.mainLanguage }),
    problems,
    contentNeeds,
    mediaNeeds,
    checkTargets: (tx) =>
      checkTargets(tx, schema, [check], { reachableSpaceIds: door.reachableSpaceIds ?? null }),
  }
  return check
}

/** Items that are about to be made, of those with these ids. */
export type KnownItems = (ids: readonly number[]) => ReadonlyMap<number, { modelId: number | null }>

/** Looks up what many items point at, in one go; each gets its own problems. */
export async function checkTargets(
  tx: ReadTransaction,
  schema: Schema,
  checks: readonly ValueNotes[],
  {
    known,
    keepsMissing,
    reachableSpaceIds,
  }: {
    known?: KnownItems
    keepsMissing?: boolean
    reachableSpaceIds?: readonly number[] | null
  } = {},
): Promise<void> {
  const isReachable = ({ rootId, spaceId }: { rootId: number; spaceId: number }): boolean =>
    rootId === schema.root.id && (reachableSpaceIds?.includes(spaceId) ?? true)
  await checkContent(tx, isReachable, checks, known ?? (() => new Map()), keepsMissing === true)
  if (keepsMissing !== true) await checkMedia(tx, isReachable, checks)
}

/** Whether a thing exists for whoever writes. */
type Reach = (thing: { rootId: number; spaceId: number }) => boolean

async function checkContent(
  tx: ReadTransaction,
  isReachable: Reach,
  checks: readonly ValueNotes[],
  known: KnownItems,
  keepsMissing: boolean,
): Promise<void> {
  const ids = new Set(checks.flatMap((check) => check.contentNeeds.map((need) => need.id)))
  if (ids.size === 0) return
  const found = await tx.items.identify([...ids])
  const reachable = found.filter(isReachable)
  const targets = new Map<number, { modelId: number | null }>(
    reachable.map((item) => [item.id, item]),
  )
  const missing = [...ids].filter((id) => !targets.has(id))
  if (missing.length > 0) for (const [id, item] of known(missing)) targets.set(id, item)
  for (const { contentNeeds, problems } of checks) {
    for (const { id, models, path } of contentNeeds) {
      const target = targets.get(id)
      if (!target) {
        if (keepsMissing) continue
        problems.push(problemAt(path, say('noItem', { id })))
      } else if (models && (target.modelId === null || !models.includes(target.modelId))) {
        problems.push(problemAt(path, say('wrongModel', { id })))
      }
    }
  }
}

async function checkMedia(
  tx: ReadTransaction,
  isReachable: Reach,
  checks: readonly ValueNotes[],
): Promise<void> {
  const ids = new Set(checks.flatMap((check) => check.mediaNeeds.map((need) => need.id)))
  if (ids.size === 0) return
  const found = await tx.media.identify([...ids])
  const existing = new Set(found.filter(isReachable).map((media) => media.id))
  for (const { mediaNeeds, problems } of checks) {
    for (const { id, path } of mediaNeeds) {
      if (existing.has(id)) continue
      problems.push(problemAt(path, say('noMedia', { id })))
    }
  }
}
