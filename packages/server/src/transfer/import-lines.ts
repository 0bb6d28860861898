/** Imports lines that another process reads from a file and sends in small parts. */
import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { createWriteTexts } from '../content/texts.ts'
import type { WriteContext } from '../content/write.ts'
import { TextsPending } from '../content/writing.ts'
import { jsonFault } from '../scheduling/json-bounds.ts'
import { createPace, nextTurn } from '../scheduling/turns.ts'
import type { WriteTransaction } from '../store/store.ts'
import { importBatch, SchemaChanged, type BadLine, type BatchRequest } from './import-batch.ts'
import { findPosition, savePosition, type ImportPlace } from './import-position.ts'
import { highestImportId, identityOf } from './line-id.ts'
import { candidateOf, type Candidate, type LineBatch, type ParsedBatch } from './parse-batch.ts'
import type { TextLine } from './read-lines.ts'

/** Written in one transaction, which blocks the event loop of the server for some milliseconds. */
const groupLines = 20
const groupCharacters = 10_000

const alreadyRunning =
  'another import of the same file is in progress; wait until it ends, then import the file again'

export interface LinesRequest extends Pick<
  BatchRequest,
  'actor' | 'continues' | 'keepsMissing' | 'keepsInvalid' | 'reachableSpaceIds'
> {
  place: ImportPlace
  lines: readonly TextLine[]
  /** Items of the same file to which lines may refer before they exist, with the LUIDs of their models. */
  pending: ReadonlyMap<number, string | null>
  /** The highest id in the file. */
  highestId: number
  /** Called before each transaction, for example to check a quota. */
  beforeGroup(lines: number): Promise<void>
}

export interface LinesResult {
  imported: number
  badLines: BadLine[]
  nextLine: number
  isStopped: boolean
}

/** Ignores lines before the stored position: an earlier request has imported them. */
export async function importLines(
  context: WriteContext,
  request: LinesRequest,
): Promise<LinesResult> {
  const { place, continues } = request
  const position = await context.store.read((tx) => findPosition(tx, place, context.now()))
  const lines = request.lines.filter(({ number }) => number >= (position ?? 0))
  const last = request.lines.at(-1)?.number ?? 0
  const result: LinesResult = {
    imported: 0,
    badLines: [],
    nextLine: Math.max(position ?? 0, last + 1),
    isStopped: false,
  }
  const unused = (await allocateIds(context, request, lines)).values()
  for (const group of groupsOf(lines)) {
    await request.beforeGroup(group.length)
    const newIds = unused.take(group.filter(lacksId).length).toArray()
    const { imported, badLines } = await importGroup(context, request, group, newIds)
    result.imported += imported
    result.badLines.push(...badLines)
    const [stopped] = continues ? [] : badLines
    if (stopped) return { ...result, nextLine: stopped.line, isStopped: true }
    await nextTurn()
  }
  return result
}

async function allocateIds(
  { store }: WriteContext,
  { highestId }: LinesRequest,
  lines: readonly TextLine[],
): Promise<number[]> {
  const withoutId = lines.filter(lacksId)
  if (withoutId.length === 0) return []
  return store.write(async (tx) => {
    if (highestId > 0) await tx.ids.raise('content', Math.min(highestId, highestImportId))
    return tx.ids.allocate('content', withoutId.length)
  })
}

function lacksId({ text }: TextLine): boolean {
  return identityOf(text).id === undefined
}

function* groupsOf(lines: readonly TextLine[]): Iterable<TextLine[]> {
  let group: TextLine[] = []
  let characters = 0
  for (const line of lines) {
    group.push(line)
    characters += line.text.length
    if (group.length < groupLines && characters < groupCharacters) continue
    yield group
    group = []
    characters = 0
  }
  if (group.length > 0) yield group
}

async function importGroup(
  context: WriteContext,
  request: LinesRequest,
  lines: readonly TextLine[],
  newIds: readonly number[],
): ReturnType<typeof importBatch> {
  const { place, pending } = request
  const first = lines[0]?.number ?? 0
  const nextLine = (lines.at(-1)?.number ?? 0) + 1
  const now = context.now()
  let schema = await context.store.read((tx) => context.schemas.in(tx, place.rootId))
  for (;;) {
    const parsed = await parse(context, schema, request, { lines, newIds, now })
    try {
      return await importBatch(context, { ...request, ...optionsIn(schema) }, parsed)
    } catch (error) {
      if (!(error instanceof SchemaChanged)) throw error
      schema = error.schema
    }
  }

  function optionsIn(current: Schema) {
    return {
      rootId: place.rootId,
      pending: (ids: readonly number[]) =>
        new Map(
          ids.flatMap((id) => {
            const model = pending.get(id)
            if (model === undefined) return []
            return [[id, { modelId: current.modelByLuid.get(model ?? '')?.id ?? null }]]
          }),
        ),
      firstLines: () => firstLinesOf(lines),
      async afterWrite(tx: WriteTransaction, badLines: readonly BadLine[]): Promise<void> {
        const position = (await findPosition(tx, place, now)) ?? 0
        if (position > first) throw new Refusal('badRequest', alreadyRunning)
        const [stopped] = request.continues ? [] : badLines
        await savePosition(tx, place, stopped?.line ?? nextLine, now)
      },
    }
  }
}

function firstLinesOf(lines: readonly TextLine[]): Map<number, number> {
  const first = new Map<number, number>()
  for (const { text, number } of lines) {
    const { id } = identityOf(text)
    if (id !== undefined && !first.has(id)) first.set(id, number)
  }
  return first
}

/** Lets other requests run between lines. Long texts are parsed in separate threads. */
async function parse(
  context: WriteContext,
  schema: Schema,
  { actor }: LinesRequest,
  { lines, newIds, now }: LineBatch,
): Promise<ParsedBatch> {
  const unused = newIds.values()
  const pace = createPace()
  const candidates: Candidate[] = []
  const owner = { rootId: schema.root.id, actor }
  for (const line of lines) {
    candidates.push(await parseOne(context, owner, schema, bounded(line), unused, now))
    await pace.after(line.text.length)
  }
  return { version: schema.root.version, now, candidates }
}

async function parseOne(
  { texts: parser }: WriteContext,
  owner: { rootId: number; actor: string },
  schema: Schema,
  line: TextLine,
  newIds: Iterator<number>,
  now: number,
): Promise<Candidate> {
  const texts = createWriteTexts(parser.limits)
  for (;;) {
    try {
      return candidateOf(schema, line, newIds, now, texts)
    } catch (error) {
      if (!(error instanceof TextsPending)) throw error
      texts.add(error.jobs, await parser.parse(owner, error.jobs))
    }
  }
}

/** A line has the same limits as the body of a write. */
function bounded(line: TextLine): TextLine {
  const fault = line.fault ?? jsonFault(Buffer.from(line.text))?.message
  return { ...line, fault }
}
