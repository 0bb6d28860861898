import { addProblem, collectProblems, problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ContentContext } from '../content/context.ts'
import { deriveItem } from '../content/derive.ts'
import { takenValue, valueProblems } from '../content/rules.ts'
import { saveDerivedItems } from '../content/save.ts'
import { withImportedSlugs } from '../content/slugs.ts'
import { checkTargets, type PendingItems } from '../content/writing.ts'
import { claimKey, type Claim } from '../store/records.ts'
import type { DerivedChange } from '../store/derived.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { Candidate, ParsedBatch } from './parse-batch.ts'

export interface BadLine {
  line: number
  problems: Problem[]
}

export interface BatchRequest {
  rootId: number
  actor: string
  /** Skips invalid lines instead of stopping at the first. */
  continues: boolean
  /** Accepts references to missing items and media; they read as empty. */
  keepsMissing: boolean
  /** Accepts published data that violates newer rules. */
  keepsInvalid: boolean
  /** Finds items that other lines of the same file will create. */
  pending: PendingItems
  /** The first line of the file with each id. */
  firstLines(ids: readonly number[]): ReadonlyMap<number, number>
  /** Ids of the spaces that the importer can use; null or undefined for all. */
  reachableSpaceIds?: readonly number[] | null
  /** Runs in the same transaction, after the lines are written. */
  afterWrite?(tx: WriteTransaction, badLines: readonly BadLine[]): Promise<void>
}

/** The lines were parsed with another version of the schema. */
export class SchemaChanged extends Error {
  override name = 'SchemaChanged'
  readonly schema: Schema

  constructor(schema: Schema) {
    super('the schema has changed')
    this.schema = schema
  }
}

/** Writes the valid lines: all of them, or those before the first invalid one. */
export function importBatch(
  context: ContentContext,
  request: BatchRequest,
  { version, now, candidates: read }: ParsedBatch,
): Promise<{ imported: number; badLines: BadLine[] }> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, request.rootId)
    if (version !== schema.root.version) throw new SchemaChanged(schema)
    // Copies, because a transaction may be retried and must start with the same data.
    const candidates = read.map((candidate) => ({
      ...candidate,
      notes: { ...candidate.notes, problems: [...candidate.notes.problems] },
    }))
    await checkIds(tx, request, candidates)
    checkSpaces(request, candidates)
    const notes = candidates.map((candidate) => candidate.notes)
    await checkTargets(tx, schema, notes, request)
    await addSlugs(tx, schema, candidates)
    const { changes, badLines } = await choose(tx, schema, request, candidates)
    const entry = { actor: request.actor, action: 'import', at: now, isNew: true, before: [] }
    await saveDerivedItems(tx, schema, changes, entry)
    const highest = Math.max(0, ...changes.map(({ item }) => item.id))
    if (highest > 0) await tx.ids.raise('content', highest)
    await request.afterWrite?.(tx, badLines)
    return { imported: changes.length, badLines }
  })
}

async function checkIds(
  tx: WriteTransaction,
  { firstLines }: BatchRequest,
  candidates: readonly Candidate[],
): Promise<void> {
  const named = candidates.filter(({ isNamed }) => isNamed)
  if (named.length === 0) return
  const ids = named.map(({ item }) => item.id)
  const taken = new Set((await tx.items.load(ids)).map((item) => item.id))
  const first = firstLines(ids)
  for (const { line, item, notes } of named) {
    const { id } = item
    const firstLine = first.get(id) ?? line
    const message = taken.has(id)
      ? `item ${id} already exists`
      : `line ${firstLine} has the same id`
    if (taken.has(id) || firstLine !== line) notes.problems.push({ path: 'id', message })
  }
}

function checkSpaces({ reachableSpaceIds }: BatchRequest, candidates: readonly Candidate[]): void {
  if (!reachableSpaceIds) return
  for (const { item, notes } of candidates) {
    const isReachable = item.spaceId === 0 || reachableSpaceIds.includes(item.spaceId)
    if (!isReachable) notes.problems.push(problemAt('space', say('notYourSpace')))
  }
}

/** Derives the slugs that lines omit. Lines of the same batch do not get the same slug. */
async function addSlugs(
  tx: WriteTransaction,
  schema: Schema,
  candidates: Candidate[],
): Promise<void> {
  const hasSlugs = schema.root.models.some(({ fields }) =>
    fields.some(({ type }) => type === 'slug'),
  )
  if (!hasSlugs) return
  const reserved = new Set(
    candidates.flatMap(({ derived }) => derived.claims.map((claim) => claimKey(claim))),
  )
  for (const candidate of candidates) {
    if (candidate.notes.problems.length > 0) continue
    const isReserved = (claim: Claim): boolean => reserved.has(claimKey(claim))
    const item = await withImportedSlugs(tx, schema, candidate.item, isReserved)
    if (item === candidate.item) continue
    candidate.item = item
    candidate.derived = deriveItem(schema, item)
    candidate.publication = valueProblems(schema, undefined, item)
    for (const claim of candidate.derived.claims) reserved.add(claimKey(claim))
  }
}

async function choose(
  tx: WriteTransaction,
  schema: Schema,
  { continues, keepsInvalid }: BatchRequest,
  candidates: readonly Candidate[],
): Promise<{ changes: DerivedChange[]; badLines: BadLine[] }> {
  const claims = candidates.flatMap(({ derived }) => derived.claims)
  const holders = await tx.derived.claimants(claims)
  const holderOf = new Map(holders.map((claim) => [claimKey(claim), `item ${claim.itemId}`]))
  const changes: DerivedChange[] = []
  const badLines: BadLine[] = []
  for (const { line, item, derived, notes, publication } of candidates) {
    const { problems } = notes
    if (problems.length === 0 && !keepsInvalid) problems.push(...publication)
    collectProblems(problems, () => {
      for (const claim of derived.claims) {
        const holder = holderOf.get(claimKey(claim))
        if (holder !== undefined) addProblem(problems, takenValue(schema, claim, holder))
      }
    })
    if (problems.length === 0) {
      changes.push({ item, derived })
      for (const claim of derived.claims) holderOf.set(claimKey(claim), `line ${line}`)
      continue
    }
    badLines.push({ line, problems })
    if (!continues) break
  }
  return { changes, badLines }
}
