/** Tells browsers of changes as they happen: Server-Sent Events, fed from the change log. */
import { adminRoutes } from '@octavo/schema/admin-api.ts'
import type { ChangeEvent } from '@octavo/schema/admin/deeds.ts'
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
import { modelOf } from './deeds.ts'
import { accessTo } from './reach.ts'

/** Connections that nothing is heard from are cut by whatever stands in between. */
const beat = 20_000
/** A reader that is so far behind starts anew. */
const mostWaiting = 1024 * 1024

/** How many streams may be open in this process: Studio has one in each tab. */
interface StreamLimits {
  readonly perAccount: number
  readonly inAll: number
}

const usualStreamLimits: StreamLimits = { perAccount: 20, inAll: 1000 }

type Listener = (changes: readonly Change[] | 'lost' | 'end' | 'goaway') => void

export type Watching = ReturnType<typeof createWatching>

/** The event streams of this process. */
export function createWatching(limits = usualStreamLimits) {
  /** With the account of each, the oldest first. */
  const listeners = new Map<Listener, number>()
  const tell: Listener = (message) => {
    // A copy: who hears of the end stops listening.
    for (const listener of Array.from(listeners.keys())) listener(message)
  }
  return {
    tell: (changes: readonly Change[]) => tell(changes),
    /** Nobody knows what changed. */
    tellLost: () => tell('lost'),
    end: () => tell('end'),
    /** Ends the oldest listener of an account that has too many. Throws where there are too many in all. */
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
  reason: `this account has opened more than ${usualStreamLimits.perAccount} event streams`,
})}\n\n`

interface EventDeps extends ContentContext {
  readonly watching: Watching
}

export function eventsFor(deps: EventDeps, call: AdminCall): Readable {
  const stream = new PassThrough()
  const rootId = call.root.schema.root.id
  /** Who listens, as far as nothing has been heard that may have changed it. */
  let known: HearingUser | undefined
  let sending = Promise.resolve()
  const isOfListener = ({ kind, subjectId }: Change): boolean =>
    kind === 'user' && subjectId === call.caller.user.id
  const inTurn = (work: () => Promise<void>): void => {
    sending = sending.then(work).catch(() => void stream.end())
  }

  const stop = deps.watching.listen(call.caller.user.id, (message) => {
    if (message === 'goaway' && stream.writable) stream.write(goaway)
    // A browser that lost its connection asks anew for all that it shows.
    if (typeof message === 'string') stream.end()
    else inTurn(() => send(message))
  })

  async function send(changes: readonly Change[]): Promise<void> {
    if (stream.writableLength > mostWaiting) stream.end()
    const own = changes.filter((change) => change.rootId === rootId)
    const isOther = own.some(isOfRoot) || changes.some(isOfListener)
    if (isOther) known = undefined
    if (own.length === 0 && !isOther) return
    const listener = await hearing()
    if (!listener) return void stream.end()
    for (const change of await visible(deps, listener, own)) {
      if (!stream.writable) return
      const event = eventOf(change, listener.root.schema)
      stream.write(`event: change\nid: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`)
    }
  }

  /** Kept, as thousands may listen, each of them to everything. */
  async function hearing(): Promise<HearingUser | undefined> {
    return (known ??= await deps.store.read(listenerNow))
  }

  async function listenerNow(tx: ReadTransaction): Promise<HearingUser | undefined> {
    const caller = await callerOf(tx, call.caller.session.tokenHash, deps.now())
    const root = caller && accessTo(caller.user, await deps.schemas.in(tx, rootId))
    return root && { role: caller.user.role, root }
  }

  /** A session that ended hears nothing more. */
  async function check(): Promise<void> {
    known = undefined
    if (!(await hearing())) stream.end()
    else if (stream.writable) stream.write(': still here\n\n')
  }

  const timer = setInterval(() => inTurn(check), beat)
  timer.unref()
  stream.once('close', () => {
    clearInterval(timer)
    stop()
  })
  stream.write('retry: 2000\nevent: ready\ndata: {}\n\n')
  return stream
}

interface HearingUser {
  role: Role
  root: RootAccess
}

/** What may change which spaces and models there are. */
function isOfRoot({ kind }: Change): boolean {
  return kind === 'schema' || kind === 'space'
}

/** Without what happened in spaces that the user may not use, and to keys that they may not see. */
async function visible(
  { store }: EventDeps,
  { role, root }: HearingUser,
  changes: readonly Change[],
): Promise<Change[]> {
  const seesKeys = hasRole(role, adminRoutes.listKeys.roles)
  const heard = changes.filter(({ kind }) => kind !== 'key' || seesKeys)
  if (root.spaceIds === null) return heard
  const idsOf = (kind: Change['kind']): number[] =>
    heard.filter((change) => change.kind === kind).map(({ subjectId }) => subjectId)
  const [items, media] = await store.read(async (tx) => [
    await tx.studio.spacesOf('item', idsOf('item')),
    await tx.studio.spacesOf('media', idsOf('media')),
  ])
  return heard.filter(({ kind, subjectId }) => {
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
