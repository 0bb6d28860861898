/**
 * The streams of `GET /changes` in this process. All of them follow one tail of the change log: each event
 * becomes text once for all streams with the same view.
 */
import { Unavailable } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Readable } from 'node:stream'
import type { ContentContext } from '../content/context.ts'
import { LostPosition, type LogPage } from '../store/change-log.ts'
import type { Change, KeyRecord } from '../store/records.ts'
import { createBacklog } from './backlog.ts'
import { createBatcher } from './batches.ts'
import { readEventId, type EventId } from './event-id.ts'
import { EventStream, type GoawayReason } from './event-stream.ts'
import { eventBatches, type EventBatch } from './events.ts'
import { keyFault } from './key-fault.ts'
import { createRegistry, defaultStreamLimits, type StreamLimits } from './registry.ts'
import { createSlices } from './slices.ts'
import { createUnreadEvents } from './unread-events.ts'
import { positionText, resetText, textOfBatch, type StreamView } from './view.ts'

export interface OpenStream {
  readonly key: KeyRecord
  readonly view: StreamView
  /** The id of the last event that the client has received. */
  readonly lastEventId: string | undefined
}

export interface LiveStreams {
  open(request: OpenStream): Promise<Readable>
  /** The number of open streams. */
  count(): number
  onChanges(page: LogPage): void
  /** Changes were missed. The next ones follow this position. */
  onLost(position: string): void
  /** Ends all streams, and accepts no more. */
  end(): void
}

export interface LiveDeps extends ContentContext {
  readonly streamLimits?: StreamLimits | undefined
  /** Resolves when everything committed before was passed to `onChanges`. */
  catchUp(): Promise<void>
  log(line: string): void
}

/** How long clients wait before they connect again, in milliseconds. */
const retryText = 'retry: 3000\n\n'
/** Proxies cut idle connections, so a comment is sent at this interval, in milliseconds. */
const heartbeat = 15_000
/** How often keys are checked without a change, for those that expire. */
const keyCheckPause = 2_000
/** How long a stream can be resumed. The change log is kept longer. */
const resumeTime = 7 * 24 * 60 * 60 * 1000

export function createLiveStreams(deps: LiveDeps): LiveStreams {
  const registry = createRegistry(deps.streamLimits ?? defaultStreamLimits)
  const backlog = createBacklog(deps.store)
  const unread = createUnreadEvents()
  /** Of root spaces with streams, until they change. */
  const schemas = new Map<number, Schema>()
  let batcher = createBatcher('')
  let isEnding = false
  let timers: NodeJS.Timeout[] = []
  /** Everything happens in the order of the change log. */
  let working = Promise.resolve()

  function inTurn(work: () => Promise<void>): void {
    working = working.then(work).catch((error: unknown) => {
      deps.log(`Cannot send changes: ${error instanceof Error ? error.message : String(error)}`)
      // Clients that connect again continue after the last event that they have received.
      endAll('unavailable')
    })
  }

  function endAll(reason: GoawayReason): void {
    for (const stream of registry.all) stream.end(reason)
  }

  async function schemaOf(rootId: number): Promise<Schema> {
    const known = schemas.get(rootId)
    if (known) return known
    const schema = await deps.store.read((tx) => deps.schemas.in(tx, rootId))
    schemas.set(rootId, schema)
    return schema
  }

  async function send(page: LogPage): Promise<void> {
    const added = batcher.add(page)
    await follow(page.changes)
    if (registry.all.size === 0) return
    const batches: EventBatch[] = []
    for await (const batch of eventBatches(added)) batches.push(batch)
    const slice = createSlices()
    for (const { view, streams } of registry.views()) {
      const schema = await schemaOf(view.rootId)
      const text = batches.map((batch) => textOfBatch(view, batch, schema)).join('')
      if (text === '') continue
      const bytes = Buffer.from(text)
      for (const stream of streams) {
        stream.write(bytes)
        const pause = slice.next()
        if (pause) await pause
      }
    }
  }

  /** Applies changes of keys and definitions to the open streams. */
  async function follow(changes: readonly Change[]): Promise<void> {
    const keyIds = new Set<number>()
    for (const { kind, rootId, subjectId } of changes) {
      if (kind === 'key') keyIds.add(subjectId)
      // A restored backup replaces the definitions of all root spaces.
      if (kind === 'schema' || kind === 'space') schemas.clear()
      if (kind === 'schema') for (const id of keysOf(rootId)) keyIds.add(id)
    }
    if (registry.all.size > 0 && keyIds.size > 0) await checkKeys([...keyIds])
  }

  function keysOf(rootId: number): number[] {
    return Array.from(registry.all)
      .filter(({ key }) => key.rootId === rootId)
      .map(({ key }) => key.id)
  }

  /** Ends the streams of keys that may not read any more, or not the same. */
  async function checkKeys(ids: readonly number[]): Promise<void> {
    await deps.store.read(async (tx) => {
      for (const id of ids) {
        const current = await tx.keys.load(id)
        const root = current && (await deps.schemas.in(tx, current.rootId)).root
        for (const stream of registry.ofKey(id)) {
          const fault = keyFault(stream.key, current, root, deps.now())
          if (fault) stream.end(fault)
        }
      }
    })
  }

  /** A database that cannot be read ends no stream: the next check follows. */
  function checkAllKeys(): void {
    inTurn(() => checkKeys(registry.keyIds()).catch(() => {}))
  }

  async function beat(): Promise<void> {
    const bytes = Buffer.from(`: heartbeat\n${positionText(batcher.position(), deps.now())}`)
    const slice = createSlices()
    for (const stream of registry.all) {
      if (!stream.isHeld) stream.write(bytes)
      const pause = slice.next()
      if (pause) await pause
    }
  }

  function startTimers(): void {
    if (timers.length > 0) return
    timers = [
      setInterval(() => inTurn(beat), heartbeat).unref(),
      setInterval(checkAllKeys, keyCheckPause).unref(),
    ]
  }

  function remove(stream: EventStream): void {
    registry.remove(stream)
    if (registry.all.size > 0) return
    for (const timer of timers) clearInterval(timer)
    timers = []
    schemas.clear()
  }

  async function join(stream: EventStream, { view, lastEventId }: OpenStream): Promise<void> {
    if (stream.isEnded) return
    const reached = batcher.position()
    const now = deps.now()
    stream.write(Buffer.from(retryText))
    registry.join(stream, view)
    if (lastEventId === undefined) return stream.write(Buffer.from(positionText(reached, now)))
    const id = readEventId(lastEventId)
    if (!id || now - id.at > resumeTime) return stream.write(Buffer.from(resetText(reached, now)))
    stream.hold()
    void replay(stream, view, id, reached)
  }

  /** Sends what was committed after the id, up to a position from which on the stream follows the tail. */
  async function replay(
    stream: EventStream,
    view: StreamView,
    id: EventId,
    upTo: string,
  ): Promise<void> {
    const missed = createBatcher(id.position)
    let { position, sent } = id
    try {
      for (let hasMore = true; hasMore && !stream.isEnded;) {
        const page = await backlog.page(position, upTo, () => stream.isEnded)
        const schema = await schemaOf(view.rootId)
        let text = ''
        for await (const batch of eventBatches(missed.add(page))) {
          text += textOfBatch(view, batch, schema, sent)
          sent = 0
        }
        await stream.writeFirst(text)
        ;({ position, hasMore } = page)
      }
      await stream.writeFirst(positionText(upTo, deps.now()))
    } catch (error) {
      if (!(error instanceof LostPosition)) return stream.end('unavailable')
      await stream.writeFirst(resetText(upTo, deps.now()))
    }
    stream.release()
  }

  return {
    async open(request) {
      if (isEnding) throw new Unavailable('the server is shutting down', 1)
      const stream = new EventStream(request.key, unread)
      registry.add(stream)
      stream.body.once('close', () => remove(stream))
      startTimers()
      // The client may have received events that this process has not read yet.
      if (request.lastEventId !== undefined) await deps.catchUp()
      inTurn(() => join(stream, request))
      return stream.body
    },
    count: () => registry.all.size,
    onChanges: (page) => inTurn(() => send(page)),
    onLost: (position) =>
      inTurn(async () => {
        batcher = createBatcher(position)
        schemas.clear()
        const bytes = Buffer.from(resetText(position, deps.now()))
        for (const stream of registry.all) stream.write(bytes)
      }),
    end() {
      isEnding = true
      endAll('shutdown')
      for (const timer of timers) clearInterval(timer)
      void backlog.close()
    },
  }
}
