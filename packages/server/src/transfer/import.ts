import type { Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ContentContext } from '../content/context.ts'
import type { Scratch } from '../store/store.ts'
import { importBatch, SchemaChanged, type BadLine, type BatchRequest } from './import-batch.ts'
import { identityOf } from './line-id.ts'
import { parseBatch, type LineBatch, type ParsedBatch } from './parse-batch.ts'
import { openParser, type Parser } from './parser.ts'
import { readLines, type TextLine } from './read-lines.ts'

type ImportOptions = Omit<
  BatchRequest,
  'pending' | 'firstLines' | 'reachableSpaceIds' | 'afterWrite'
>

/** The size of one transaction: a compromise between speed and memory. */
const batchSize = { lines: 500, characters: 4_000_000 }

export interface ImportRequest extends ImportOptions {
  path: string
  /** Skips the lines before this one, which an earlier run has imported. */
  fromLine: number
  /** Stops before the next batch. */
  signal?: AbortSignal
  onBadLine(line: number, problems: readonly Problem[]): void
  /** Called after each commit. `nextLine` is where to resume if a later batch fails. */
  onProgress?(lines: number, total: number, nextLine: number): void
}

export interface ImportResult {
  imported: number
  bad: number
  /** The line to resume from; undefined if the import is complete. */
  stoppedAt: number | undefined
}

/** Each batch of lines is one transaction. Invalid lines are not written. */
export async function importContent(
  context: ContentContext,
  request: ImportRequest,
): Promise<ImportResult> {
  const scratch = context.store.openScratch()
  try {
    return await importInBatches(context, request, scratch)
  } finally {
    scratch.close()
  }
}

async function importInBatches(
  context: ContentContext,
  request: ImportRequest,
  scratch: Scratch,
): Promise<ImportResult> {
  const { fromLine } = request
  const schema = await context.store.read((tx) => context.schemas.in(tx, request.rootId))
  const total = await survey(schema, readLines(request.path), fromLine, scratch)
  const result: ImportResult = { imported: 0, bad: 0, stoppedAt: undefined }
  const parser = openParser(schema, total > batchSize.lines)
  const options: BatchRequest = {
    ...request,
    // References may point to any line of the file, including later ones.
    pending: (ids) => scratch.find(ids),
    firstLines: (ids) =>
      new Map(
        scratch
          .find(ids)
          .entries()
          .map(([id, { line }]) => [id, line]),
      ),
  }
  try {
    for await (const { batch, parsed } of parsedAhead(context, request, parser, scratch)) {
      const { imported, badLines } = await writeBatch(context, options, batch, await parsed)
      result.imported += imported
      report(badLines, request, result)
      if (result.stoppedAt !== undefined) return result
      const nextLine = (batch.lines.at(-1)?.number ?? 0) + 1
      request.onProgress?.(result.imported + result.bad, total, nextLine)
      if (request.signal?.aborted) return { ...result, stoppedAt: nextLine }
    }
    return result
  } finally {
    await parser.close()
  }
}

async function writeBatch(
  context: ContentContext,
  options: BatchRequest,
  batch: LineBatch,
  parsed: ParsedBatch,
): ReturnType<typeof importBatch> {
  try {
    return await importBatch(context, options, parsed)
  } catch (error) {
    if (!(error instanceof SchemaChanged)) throw error
    return writeBatch(context, options, batch, parseBatch(error.schema, batch))
  }
}

interface AheadBatch {
  batch: LineBatch
  parsed: Promise<ParsedBatch>
}

/** While one batch is being written, the next is being parsed. */
async function* parsedAhead(
  context: ContentContext,
  { path, fromLine }: ImportRequest,
  parser: Parser,
  scratch: Scratch,
): AsyncIterable<AheadBatch> {
  let ahead: AheadBatch | undefined
  for await (const lines of batchesOf(readLines(path), fromLine, batchSize)) {
    const batch = { lines, newIds: await idsFor(lines, context, scratch), now: context.now() }
    const next = { batch, parsed: parser.parse(batch) }
    // The consumer awaits `parsed` later; until then, a rejection must not be unhandled.
    next.parsed.catch(() => {})
    if (ahead) yield ahead
    ahead = next
  }
  if (ahead) yield ahead
}

/** New ids for the lines without one, higher than all ids in the file. */
async function idsFor(
  lines: readonly TextLine[],
  { store }: ContentContext,
  scratch: Scratch,
): Promise<number[]> {
  const withoutId = lines.filter(({ text }) => identityOf(text).id === undefined)
  if (withoutId.length === 0) return []
  return store.write(async (tx) => {
    const highest = scratch.highestId()
    if (highest > 0) await tx.ids.raise('content', highest)
    return tx.ids.allocate('content', withoutId.length)
  })
}

function report(badLines: readonly BadLine[], request: ImportRequest, result: ImportResult): void {
  for (const { line, problems } of badLines) request.onBadLine(line, problems)
  result.bad += badLines.length
  if (!request.continues) result.stoppedAt = badLines[0]?.line
}

export async function* batchesOf(
  lines: AsyncIterable<TextLine>,
  fromLine: number,
  most: { lines: number; characters: number },
): AsyncIterable<TextLine[]> {
  let batch: TextLine[] = []
  let characters = 0
  for await (const line of lines) {
    if (line.number < fromLine) continue
    batch.push(line)
    characters += line.text.length
    if (batch.length < most.lines && characters < most.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** The first pass collects the ids, so that references may point ahead. Returns the line count. */
export async function survey(
  schema: Schema,
  lines: AsyncIterable<TextLine>,
  fromLine: number,
  scratch: Scratch,
): Promise<number> {
  let count = 0
  for await (const { number, text } of lines) {
    if (number < fromLine) continue
    count++
    const { model, id } = identityOf(text)
    if (id === undefined) continue
    scratch.note(id, schema.modelByLuid.get(model ?? '')?.id ?? null, number)
  }
  return count
}
