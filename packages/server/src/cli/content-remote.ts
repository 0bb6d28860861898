/** Imports into and exports from another installation, through its management API. */
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { openScratch } from '../store/scratch.ts'
import type { Scratch } from '../store/store.ts'
import type { ExportRequest } from '../transfer/export.ts'
import { batchesOf, survey, type ImportRequest, type ImportResult } from '../transfer/import.ts'
import { readLines, type TextLine } from '../transfer/read-lines.ts'
import { CommandError } from './command.ts'
import type { Remote } from './context.ts'
import { digestOf } from '../media/file-digest.ts'
import { RemoteFailure } from './remote.ts'

/** The size of one request. */
const requestSize = { lines: 200, characters: 500_000 }
/** The server accepts bodies of 10 MB. */
const maxLineBytes = 9_000_000

type RemoteImport = Omit<ImportRequest, 'rootId' | 'actor'> & {
  /** An earlier run has imported the lines before this one. */
  onResume(line: number): void
}

/** The server stores how far the file is imported, so that a second run continues there. */
export async function importRemotely(remote: Remote, request: RemoteImport): Promise<ImportResult> {
  const scratch = openScratch()
  /** Undefined until the server has responded. */
  let nextLine: number | undefined
  try {
    const schema = indexSchema(await remote.definition())
    const params = { id: await digestOf(request.path) }
    const position = (await remote.call('readImport', undefined, { params })).nextLine
    const fromLine = Math.max(request.fromLine, position ?? 0)
    if (fromLine > request.fromLine) request.onResume(fromLine)
    nextLine = fromLine
    const total = await survey(schema, readLines(request.path), 1, scratch)
    const result: ImportResult = { imported: 0, bad: 0, stoppedAt: undefined }
    for await (const lines of batchesOf(readLines(request.path), fromLine, requestSize)) {
      if (request.signal?.aborted) return { ...result, stoppedAt: nextLine }
      const body = bodyOf(lines, request, schema, scratch)
      const sent = await remote.call('importLines', body, { params })
      nextLine = sent.nextLine
      result.imported += sent.imported
      result.bad += sent.badLines.length
      for (const { line, problems } of sent.badLines) request.onBadLine(line, problems)
      if (sent.isStopped) return { ...result, stoppedAt: nextLine }
      request.onProgress?.(Math.min(nextLine - 1, total), total, nextLine)
    }
    await remote.call('endImport', undefined, { params })
    return result
  } catch (error) {
    if (!(error instanceof RemoteFailure) || nextLine === undefined) throw error
    throw new CommandError(
      `${error.reason}. Run the same command again: it continues at line ${nextLine} or later.`,
    )
  } finally {
    scratch.close()
  }
}

function bodyOf(
  lines: readonly TextLine[],
  { continues, keepsMissing, keepsInvalid }: RemoteImport,
  schema: Schema,
  scratch: Scratch,
): AdminCalls['importLines']['body'] {
  return {
    lines: lines.map(lineOf),
    pending: pendingIn(lines, schema, scratch),
    highestId: scratch.highestId(),
    continues,
    keepsMissing,
    keepsInvalid,
  }
}

function lineOf({ number, text, fault }: TextLine) {
  if (fault !== undefined) return { number, text: '', fault }
  if (Buffer.byteLength(JSON.stringify(text)) <= maxLineBytes) return { number, text }
  return {
    number,
    text: '',
    fault: `is longer than ${maxLineBytes / 1e6} MB, the limit with --url`,
  }
}

/** Every number in the lines that is the id of an item of the file. A line may refer to it. */
function pendingIn(lines: readonly TextLine[], schema: Schema, scratch: Scratch) {
  const numbers = new Set(lines.flatMap(({ text }) => text.match(/\b[1-9]\d{0,15}\b/g) ?? []))
  const found = scratch.find([...numbers].map(Number))
  const byModel = Map.groupBy(found, ([, { modelId }]) =>
    modelId === null ? null : (schema.modelById.get(modelId)?.luid ?? null),
  )
  return Array.from(byModel, ([model, items]) => ({ model, ids: items.map(([id]) => id) }))
}

/** Reads page by page, so items that change meanwhile are exported as they are when their page is read. */
export async function exportRemotely(
  remote: Remote,
  { afterId = 0, write, onProgress }: Omit<ExportRequest, 'rootId'>,
): Promise<number> {
  let [count, lastId]: [number, number | null] = [0, afterId]
  let total: number | undefined
  while (lastId !== null) {
    const page = await nextPage(remote, lastId, count)
    await write(page.text)
    count += page.items
    total ??= page.total ?? undefined
    onProgress?.(count, total)
    lastId = page.lastId
  }
  return count
}

async function nextPage(remote: Remote, after: number, count: number) {
  try {
    return await remote.call('exportContents', undefined, { query: { after: String(after) } })
  } catch (error) {
    if (!(error instanceof RemoteFailure) || count === 0) throw error
    throw new CommandError(
      `${error.reason}. All items up to id ${after} are exported. To continue, add --after ${after} and append the output.`,
    )
  }
}
