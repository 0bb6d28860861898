/** Notifies browsers of changes through Server-Sent Events, from the change log. */
import { adminRoutes } from '@octavo/schema/admin-api.ts'
import type { ChangeEvent, StreamReady } from '@octavo/schema/admin/audit.ts'
import { hasRole, type Role } from '@octavo/schema/roles.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { PassThrough, type Readable } from 'node:stream'
import { callerOf } from '../access/sessions.ts'
import type { ContentContext } from '../content/context.ts'
import { Unavailable } from '@octavo/schema/errors.ts'
import type { Change } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { splitActor } from './actors.ts'
import type { AdminCall, RootAccess } from './api.ts'
import { mayUse } from './checks.ts'
import { modelOf } from './audit.ts'
import { accessTo } from './reach.ts'

/** Proxies cut idle connections, so a comment is sent at this interval, in milliseconds. */
const heartbeat = 20_000
/** A reader that lags behind by more bytes has to reconnect. */
const maxBufferedBytes = 1024 * 1024

/** How many streams may be open in this process. Studio opens one in each tab. */
interface StreamLimits {
  readonly perAccount: number
  readonly inAll: number
}

const defaultStreamLimits: StreamLimits = { perAccount: 20, inAll: 1000 }

type Listener = (changes: readonly Change[] | 'lost' | 'end' | 'goaway') => void

export type ChangeStreams = ReturnType<typeof createChangeStreams>

/** The event streams of this process. */
export function createChangeStreams(limits = defaultStreamLimits) {
  /** The account id of each listener, the oldest listener first. */
  const listeners = new Map<Listener, number>()
  let changedAt = performance.now()
  const notify: Listener = (message) => {
    changedAt = performance.now()
    // Copied, because listeners remove themselves at the end.
    for (const listener of Array.from(listeners.keys())) listener(message)
  }
  return {
    notify: (changes: readonly Change[]) => notify(changes),
    /** Changes were missed, so clients must read everything again. */
    notifyLost: () => notify('lost'),
    end: () => notify('end'),
    /** Milliseconds since the last change, or since the start of the process. */
    quietMs: () => performance.now() - changedAt,
    /** Ends the oldest listener of an account that has too many. Throws if there are too many in total. */
    listen(userId: number, listener: Listener): () => void {
      const own = Array.from(listeners).filter(([, id]) => id === userId)
      const [oldest] = own[own.length - limits.perAccount] ?? []
      if (oldest) {
        listeners.delete(oldest)
        oldest('goaway')
      } else if (listeners.size >= limits.inAll) {
        throw new Unavailable('too many event streams are open; try again in a minute', 60)
      }
      listeners.set(listener, userId)
      return () => void listeners.delete(listener)
    },
  }
}

const goaway = `event: goaway\ndata: ${JSON.stringify({
  reason: `this account has opened more than ${defaultStreamLimits.perAccount} event streams`,
})}\n\n`

interface EventDeps extends ContentContext {
  readonly changeStreams: ChangeStreams
}

export function eventsFor(deps: EventDeps, call: AdminCall): Readable {
  const stream = new PassThrough()
  const rootId = call.root.schema.root.id
  /** The user of this stream, until a change may have affected their access. */
  let listener: StreamUser | undefined
  let sending = Promise.resolve()
  const isOfListener = ({ kind, subjectId }: Change): boolean =>
    kind === 'user' && subjectId === call.caller.user.id
  const inTurn = (work: () => Promise<void>): void => {
    sending = sending.then(work).catch(() => void stream.end())
  }

  const stop = deps.changeStreams.listen(call.caller.user.id, (message) => {
    if (message === 'goaway' && stream.writable) stream.write(goaway)
    // A browser that reconnects reads everything that it shows again.
    if (typeof message === 'string') stream.end()
    else inTurn(() => send(message))
  })

  async function send(changes: readonly Change[]): Promise<void> {
    if (stream.writableLength > maxBufferedBytes) stream.end()
    const own = changes.filter((change) => change.rootId === rootId)
    const isOther = own.some(isOfRoot) || changes.some(isOfListener)
    if (isOther) listener = undefined
    if (own.length === 0 && !isOther) return
    const user = await currentUser()
    if (!user) return void stream.end()
    for (const change of await visible(deps, user, own)) {
      if (!stream.writable) return
      const event = eventOf(change, user.root.schema)
      stream.write(`event: change\nid: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`)
    }
  }

  /** Cached, because thousands of streams may receive every change. */
  async function currentUser(): Promise<StreamUser | undefined> {
    return (listener ??= await deps.store.read(loadUser))
  }

  async function loadUser(tx: ReadTransaction): Promise<StreamUser | undefined> {
    const caller = await callerOf(tx, call.caller.session.tokenHash, deps.now())
    const root = caller && accessTo(caller.user, await deps.schemas.in(tx, rootId))
    return root && { role: caller.user.role, root }
  }

  /** Ends the stream when the session has ended. */
  async function check(): Promise<void> {
    listener = undefined
    if (!(await currentUser())) stream.end()
    else if (stream.writable) stream.write(': heartbeat\n\n')
  }

  const timer = setInterval(() => inTurn(check), heartbeat)
  timer.unref()
  stream.once('close', () => {
    clearInterval(timer)
    stop()
  })
  const ready: StreamReady = { quietMs: Math.floor(deps.changeStreams.quietMs()) }
  stream.write(`retry: 2000\nevent: ready\ndata: ${JSON.stringify(ready)}\n\n`)
  return stream
}

interface StreamUser {
  role: Role
  root: RootAccess
}

/** Changes that may affect which spaces and models exist. */
function isOfRoot({ kind }: Change): boolean {
  return kind === 'schema' || kind === 'space'
}

/** The changes without those in spaces that the user may not use, and of keys that they may not see. */
async function visible(
  { store }: EventDeps,
  { role, root }: StreamUser,
  changes: readonly Change[],
): Promise<Change[]> {
  const seesKeys = hasRole(role, adminRoutes.listKeys.roles)
  const permitted = changes.filter(({ kind }) => kind !== 'key' || seesKeys)
  if (root.spaceIds === null) return permitted
  const idsOf = (kind: Change['kind']): number[] =>
    permitted.filter((change) => change.kind === kind).map(({ subjectId }) => subjectId)
  const [items, media] = await store.read(async (tx) => [
    await tx.studio.spacesOf('item', idsOf('item')),
    await tx.studio.spacesOf('media', idsOf('media')),
  ])
  return permitted.filter(({ kind, subjectId }) => {
    if (kind !== 'item' && kind !== 'media') return true
    const spaceId = (kind === 'item' ? items : media)?.get(subjectId)
    return spaceId !== undefined && mayUse(root, spaceId)
  })
}

function eventOf(change: Change, schema: Schema): ChangeEvent {
  const { seq, at, kind, subjectId, action, actor } = change
  return {
    seq,
    at: formatTime(at),
    kind,
    subjectId,
    action,
    model: modelOf(change, schema),
    actor: splitActor(actor),
  }
}
