import type { Language } from '@octavo/schema/definitions.ts'
import { addProblem, collectProblems, problemAt, type Problem } from '@octavo/schema/errors.ts'
import type { TextInputFormat } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Writing } from '../fields/field-type.ts'
import type { ReadTransaction } from '../store/store.ts'
import { settleAll } from '../store/settle-all.ts'
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

/** Problems of external values, and the items and media that they refer to. */
export interface ValueNotes {
  readonly problems: Problem[]
  readonly contentNeeds: readonly ContentNeed[]
  readonly mediaNeeds: readonly MediaNeed[]
}

export interface ValueCheck extends ValueNotes {
  /** The context for field types that check the values of this language. */
  writingIn(language: Language): Writing
  /** Throws `TextsPending` if texts are not parsed yet. */
  requireTexts(): void
  /** Looks up all referenced items and media in one query each. */
  checkTargets(tx: ReadTransaction): Promise<void>
}

/** Texts that have to be parsed before the values can be checked. */
export class TextsPending extends Error {
  override name = 'TextsPending'
  readonly jobs: readonly TextJob[]

  constructor(jobs: readonly TextJob[]) {
    super('texts must be parsed first')
    this.jobs = jobs
  }
}

export interface WriteSource {
  textFormat: TextInputFormat
  /** Whether this source may write multi-select fields. */
  allowsMultiselect: boolean
  /** Ids of the spaces that the writer can access; items elsewhere do not exist for it. */
  reachableSpaceIds?: readonly number[] | null
  /** Problems of the request besides its values, to be reported together. */
  problems?: readonly Problem[]
}

export function checkValues(
  schema: Schema,
  source: WriteSource,
  { fillsInitial, texts }: { fillsInitial: boolean; texts: TextSource },
): ValueCheck {
  const problems: Problem[] = [...(source.problems ?? [])]
  const contentNeeds: ContentNeed[] = []
  const mediaNeeds: MediaNeed[] = []
  const problem = (path: string, what: string | CodedMessage): void =>
    addProblem(problems, problemAt(path, what))
  const reading = readTexts(source.textFormat, textPolicyOf(schema), texts, problem)
  const common = {
    schema,
    parseText: reading.parse,
    acceptsText: reading.accepts,
    allowsMultiselect: source.allowsMultiselect,
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
      checkTargets(tx, schema, [check], { reachableSpaceIds: source.reachableSpaceIds ?? null }),
  }
  return check
}

/** Looks up items that the same import is about to create. */
export type PendingItems = (
  ids: readonly number[],
) => ReadonlyMap<number, { modelId: number | null }>

/** Looks up the references of many items in one query each. Every item gets its own problems. */
export async function checkTargets(
  tx: ReadTransaction,
  schema: Schema,
  checks: readonly ValueNotes[],
  {
    pending,
    keepsMissing,
    reachableSpaceIds,
  }: {
    pending?: PendingItems
    keepsMissing?: boolean
    reachableSpaceIds?: readonly number[] | null
  } = {},
): Promise<void> {
  const isReachable = ({ rootId, spaceId }: { rootId: number; spaceId: number }): boolean =>
    rootId === schema.root.id && (reachableSpaceIds?.includes(spaceId) ?? true)
  const mustExist = keepsMissing !== true
  const contentIds = idsIn(checks.flatMap(({ contentNeeds }) => contentNeeds))
  const mediaIds = idsIn(mustExist ? checks.flatMap(({ mediaNeeds }) => mediaNeeds) : [])
  const [contents, media] = await settleAll(
    contentIds.length > 0 ? tx.items.identify(contentIds) : Promise.resolve([]),
    mediaIds.length > 0 ? tx.media.identify(mediaIds) : Promise.resolve([]),
  )
  const targets = new Map<number, { modelId: number | null }>(
    contents.filter(isReachable).map((item) => [item.id, item]),
  )
  const missing = contentIds.filter((id) => !targets.has(id))
  if (missing.length > 0) for (const [id, item] of pending?.(missing) ?? []) targets.set(id, item)
  for (const check of checks) {
    collectProblems(check.problems, () => noteContent(check, targets, mustExist))
  }
  const existing = new Set(media.filter(isReachable).map(({ id }) => id))
  if (!mustExist) return
  for (const check of checks) collectProblems(check.problems, () => addMediaRecord(check, existing))
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

function addMediaRecord({ mediaNeeds, problems }: ValueNotes, existing: ReadonlySet<number>): void {
  for (const { id, path } of mediaNeeds) {
    if (!existing.has(id)) addProblem(problems, problemAt(path, say('noMedia', { id })))
  }
}
