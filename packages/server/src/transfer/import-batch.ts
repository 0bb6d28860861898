import { addProblem, collectProblems, type Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ContentContext } from '../content/context.ts'
import { takenValue } from '../content/rules.ts'
import { saveDerivedItems } from '../content/save.ts'
import { checkTargets } from '../content/writing.ts'
import type { Claim } from '../store/records.ts'
import type { DerivedChange, Scratch, WriteTransaction } from '../store/store.ts'
import { parseBatch, type Candidate, type LineBatch, type ParsedBatch } from './parse-batch.ts'

export interface BadLine {
  line: number
  problems: readonly Problem[]
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
  /** The ids of all lines that will be imported. */
  scratch: Scratch
}

/** Writes the valid lines: all of them, or those before the first invalid one. */
export function importBatch(
  context: ContentContext,
  request: BatchRequest,
  batch: LineBatch,
  parsed: ParsedBatch,
): Promise<{ imported: number; badLines: BadLine[] }> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, request.rootId)
    const isCurrent = parsed.version === schema.root.version
    const { candidates: read } = isCurrent ? parsed : parseBatch(schema, batch)
    // Copies, because a transaction may be retried and must start with the same data.
    const candidates = read.map((candidate) => ({
      ...candidate,
      notes: { ...candidate.notes, problems: [...candidate.notes.problems] },
    }))
    await checkIds(tx, request, candidates)
    // References may point to any line of the file, including later ones.
    const known = (ids: readonly number[]) => request.scratch.find(ids)
    const notes = candidates.map((candidate) => candidate.notes)
    await checkTargets(tx, schema, notes, { keepsMissing: request.keepsMissing, pending: known })
    const { changes, badLines } = await choose(tx, schema, request, candidates)
    const entry = { actor: request.actor, action: 'import', at: batch.now, isNew: true }
    await saveDerivedItems(tx, changes, entry)
    const highest = Math.max(0, ...changes.map(({ item }) => item.id))
    if (highest > 0) await tx.ids.raise('content', highest)
    return { imported: changes.length, badLines }
  })
}

async function checkIds(
  tx: WriteTransaction,
  { scratch }: BatchRequest,
  candidates: readonly Candidate[],
): Promise<void> {
  const named = candidates.filter(({ isNamed }) => isNamed)
  if (named.length === 0) return
  const ids = named.map(({ item }) => item.id)
  const taken = new Set((await tx.items.load(ids)).map((item) => item.id))
  const first = scratch.find(ids)
  for (const { line, item, notes } of named) {
    const { id } = item
    const firstLine = first.get(id)?.line ?? line
    const message = taken.has(id)
      ? `item ${id} already exists`
      : `line ${firstLine} has the same id`
    if (taken.has(id) || firstLine !== line) notes.problems.push({ path: 'id', message })
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

export function claimKey(claim: Claim): string {
  return `${claim.spaceId} ${claim.fieldId} ${claim.languageId} ${claim.value}`
}
