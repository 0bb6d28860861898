/** Tells browsers of changes as they happen: Server-Sent Events, fed from the change log. */
import type { ChangeEvent } from '@octavo/schema/admin/contents.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { PassThrough, type Readable } from 'node:stream'
import type { ContentContext } from '../content/context.ts'
import type { Change } from '../store/records.ts'
import { splitActor } from './actors.ts'
import type { AdminCall, RootAccess } from './api.ts'
import { mayUse } from './checks.ts'
import { modelOf } from './deeds.ts'

/** Connections that nothing is heard from are cut by whatever stands in between. */
const beat = 20_000
/** A reader that is so far behind starts anew. */
const mostWaiting = 1024 * 1024

type Listener = (changes: readonly Change[] | 'lost' | 'end') => void

/** Everybody in this process who wants to hear of changes. */
export interface Watching {
  tell(changes: readonly Change[]): void
  /** Nobody knows what changed. */
  tellLost(): void
  end(): void
  listen(listener: Listener): () => void
}

export function createWatching(): Watching {
  const listeners = new Set<Listener>()
  const tell: Listener = (message) => {
    // A copy: who hears of the end stops listening.
    for (const listener of Array.from(listeners)) listener(message)
  }
  return {
    tell,
    tellLost: () => tell('lost'),
    end: () => tell('end'),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

interface EventDeps extends ContentContext {
  readonly watching: Watching
}

export function eventsFor(deps: EventDeps, call: AdminCall): Readable {
  const stream = new PassThrough()
  const rootId = call.root.schema.root.id
  let sending = Promise.resolve()

  const stop = deps.watching.listen((message) => {
    // A browser that lost its connection asks anew for all that it shows.
    if (typeof message === 'string') stream.end()
    else {
      const own = message.filter((change) => change.rootId === rootId)
      if (own.length > 0) sending = sending.then(() => send(own)).catch(() => void stream.end())
    }
  })

  async function send(changes: readonly Change[]): Promise<void> {
    if (stream.writableLength > mostWaiting) stream.end()
    for (const change of await visible(deps, call.root, changes)) {
      if (!stream.writable) return
      stream.write(
        `event: change\nid: ${change.seq}\ndata: ${JSON.stringify(eventOf(change, call))}\n\n`,
      )
    }
  }

  /** A session that ended hears nothing more. */
  async function check(): Promise<void> {
    const found = await deps.store.read((tx) =>
      tx.accounts.sessionByToken(call.caller.session.tokenHash),
    )
    if (!found) stream.end()
    else if (stream.writable) stream.write(': still here\n\n')
  }

  const timer = setInterval(() => void check().catch(() => void stream.end()), beat)
  timer.unref()
  stream.once('close', () => {
    clearInterval(timer)
    stop()
  })
  stream.write('retry: 2000\nevent: ready\ndata: {}\n\n')
  return stream
}

/** Without what happened in spaces that the caller may not use. */
async function visible(
  { store }: EventDeps,
  root: RootAccess,
  changes: readonly Change[],
): Promise<Change[]> {
  if (root.spaceIds === null) return [...changes]
  const idsOf = (kind: Change['kind']): number[] =>
    changes.filter((change) => change.kind === kind).map(({ subjectId }) => subjectId)
  const [items, media] = await store.read(async (tx) => [
    await tx.studio.spacesOf('item', idsOf('item')),
    await tx.studio.spacesOf('media', idsOf('media')),
  ])
  return changes.filter(({ kind, subjectId }) => {
    if (kind === 'schema' || kind === 'space') return true
    const spaceId = (kind === 'item' ? items : media)?.get(subjectId)
    return (kind === 'item' || kind === 'media') && spaceId !== undefined && mayUse(root, spaceId)
  })
}

function eventOf(change: Change, { root }: AdminCall): ChangeEvent {
  const { seq, at, kind, subjectId, action, actor } = change
  return {
    seq,
    at: formatTime(at),
    kind,
    subjectId,
    action,
    model: modelOf(change, root.schema),
    actor: splitActor(actor),
  }
}
