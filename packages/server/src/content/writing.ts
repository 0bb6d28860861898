import type { Language } from '@octavo/schema/definitions.ts'
import { addProblem, collectProblems, problemAt, type Problem } from '@octavo/schema/errors.ts'
import type { TextInputFormat } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import type { Writing } from '../fields/field-type.ts'
import type { ReadTransaction } from '../store/store.ts'
import { together } from '../store/together.ts'
import type { TextJob } from '../text/text-parser.ts'
import { textPolicyOf } from './text-policy.ts'
import { readTexts, type TextSource } from './texts.ts'

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
  /** Throws `TextsPending` where texts are not parsed yet. */
  requireTexts(): void
  /** Looks up, in one go, all that the values point at. */
  checkTargets(tx: ReadTransaction): Promise<void>
}

/** Texts that have to be parsed before the values can be checked. */
export class TextsPending extends Error {
  override name = 'TextsPending'
  readonly jobs: readonly TextJob[]

  constructor(jobs: readonly TextJob[]) {
    super('texts have to be parsed first')
    this.jobs = jobs
  }
}

export interface Door {
  textFormat: TextInputFormat
  /** Whether multi select may be written through this door. */
  allowsMultiselect: boolean
  /** Ids of the spaces that the writer knows of; what lies elsewhere does not exist for it. */
  reachableSpaceIds?: readonly number[] | null
  /** What is wrong with the request besides its values: all of it is said together. */
  problems?: readonly Problem[]
}

export function checkValues(
  schema: Schema,
  door: Door,
  { fillsInitial, texts }: { fillsInitial: boolean; texts: TextSource },
): ValueCheck {
  const problems: Problem[] = [...(door.problems ?? [])]
  const contentNeeds: ContentNeed[] = []
  const mediaNeeds: MediaNeed[] = []
  const problem = (path: string, what: string | Said): void =>
    addProblem(problems, problemAt(path, what))
  const reading = readTexts(door.textFormat, textPolicyOf(schema), texts, problem)
  const common = {
    schema,
    parseText: reading.parse,
    allowsMultiselect: door.allowsMultiselect,
    fillsInitial,
    problem,
    needsContent: (id: number, models: readonly number[] | null, path: string) =>
      void contentNeeds.push({ id, models, path }),
    needsMedia: (id: number, path: string) => void mediaNeeds.push({ id, path }),
  }
  const check: ValueCheck = {
    writingIn: (language) => ({ ...common, isTranslation: language !== schema.mainLanguage }),
    problems,
    contentNeeds,
    mediaNeeds,
    requireTexts() {
      if (reading.pending.length > 0) throw new TextsPending(reading.pending)
    },
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
  const mustExist = keepsMissing !== true
  const contentIds = idsIn(checks.flatMap(({ contentNeeds }) => contentNeeds))
  const mediaIds = idsIn(mustExist ? checks.flatMap(({ mediaNeeds }) => mediaNeeds) : [])
  const [contents, media] = await together(
    contentIds.length > 0 ? tx.items.identify(contentIds) : Promise.resolve([]),
    mediaIds.length > 0 ? tx.media.identify(mediaIds) : Promise.resolve([]),
  )
  const targets = new Map<number, { modelId: number | null }>(
    contents.filter(isReachable).map((item) => [item.id, item]),
  )
  const missing = contentIds.filter((id) => !targets.has(id))
  if (missing.length > 0) for (const [id, item] of known?.(missing) ?? []) targets.set(id, item)
  for (const check of checks) {
    collectProblems(check.problems, () => noteContent(check, targets, mustExist))
  }
  const existing = new Set(media.filter(isReachable).map(({ id }) => id))
  if (!mustExist) return
  for (const check of checks) collectProblems(check.problems, () => noteMedia(check, existing))
}

function idsIn(needs: readonly { id: number }[]): number[] {
  return [...new Set(needs.map(({ id }) => id))]
}

function noteContent(
  { contentNeeds, problems }: ValueNotes,
  targets: ReadonlyMap<number, { modelId: number | null }>,
  mustExist: boolean,
): void {
  for (const { id, models, path } of contentNeeds) {
    const target = targets.get(id)
    if (target) {
      const isOfModel = target.modelId !== null && models?.includes(target.modelId)
      if (models && !isOfModel) addProblem(problems, problemAt(path, say('wrongModel', { id })))
    } else if (mustExist) addProblem(problems, problemAt(path, say('noItem', { id })))
  }
}

function noteMedia({ mediaNeeds, problems }: ValueNotes, existing: ReadonlySet<number>): void {
  for (const { id, path } of mediaNeeds) {
    if (!existing.has(id)) addProblem(problems, problemAt(path, say('noMedia', { id })))
  }
}
