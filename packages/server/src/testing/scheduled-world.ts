/**
 * Several processes that run schedules on a real database, with clocks that tests set. A plain model of the
 * pending schedules records violations: twice, early, or out of order.
 */
import type { Clock } from '../changes/clock.ts'
import type { Running } from '../changes/leased-work.ts'
import { moveSchedule, scheduleItem, unscheduleItem } from '../content/schedules/schedule.ts'
import { startScheduler } from '../content/schedules/scheduler.ts'
import { createItem, patchItem, type WriteContext } from '../content/write.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import type { Lease } from '../store/lease.ts'
import type { ScheduleAction } from '../store/schedules.ts'
import type { Store } from '../store/store.ts'
import { unboundedParser } from '../text/text-parser.ts'
import { FakeClock } from './fake-clock.ts'

interface Plan {
  serial: number
  itemId: number
  action: ScheduleAction
  dueAt: number
  title: string | null
}

export type Fault = 'none' | 'fail before' | 'fail after' | 'die before' | 'die after'

const start = Date.UTC(2026, 9, 25)
const forever = new Promise<never>(() => {})

export class ScheduledWorld {
  readonly clock = new FakeClock()
  readonly store: Store
  readonly name: string
  readonly context: WriteContext
  readonly violations: string[] = []
  readonly nodes: ScheduledNode[] = []
  readonly done: Plan[] = []
  pending: Plan[] = []
  /** How far the time of day was set forward or back. */
  adjusted = 0
  #serial = 0
  #unsubscribe: () => void

  constructor(store: Store, name: string) {
    this.store = store
    this.name = name
    this.context = this.contextOf(store, 0)
    this.#unsubscribe = store.afterWrite(async (written) => {
      for (const { actor, action, subjectId } of written) this.#note(actor, action, subjectId)
    })
  }

  /** The clock of the database, or of the only machine. */
  now = (): number => start + this.clock.now() + this.adjusted

  contextOf(store: Store, skew: number): WriteContext {
    // Several machines use the clock of the database, so their own may be wrong.
    const now = this.store.kind === 'postgres' ? () => this.now() + skew : this.now
    const texts = unboundedParser
    return { store, schemas: cachedSchemas(), texts, now, databaseNow: this.now }
  }

  create(): Promise<number> {
    return createItem(this.context, { ...this.#writing, model: 'article', stage: 'draft' })
  }

  #writing = {
    rootId: 1,
    spaceId: 1,
    actor: 'test',
    textFormat: 'portable_html',
    allowsMultiselect: true,
    reachableSpaceIds: null,
    body: { fields: { title: 'new' } },
  } as const

  /** Plans the publication of a new draft, and changes the draft afterwards. */
  async plan(itemId: number, after: number, unpublishAfter: number | undefined): Promise<void> {
    const serial = ++this.#serial
    const title = `t${serial}`
    await this.#edit(itemId, title)
    const publishAt = this.now() + after
    const unpublishAt = unpublishAfter === undefined ? undefined : publishAt + unpublishAfter
    await this.#cancelQuietly(itemId)
    await scheduleItem(this.context, {
      rootId: 1,
      actor: `plan:${serial}`,
      id: itemId,
      languageId: null,
      publishAt,
      unpublishAt,
    })
    this.pending.push({ serial, itemId, action: 'publish', dueAt: publishAt, title })
    if (unpublishAt !== undefined) {
      this.pending.push({ serial, itemId, action: 'unpublish', dueAt: unpublishAt, title: null })
    }
    await this.#edit(itemId, 'later')
  }

  async move(itemId: number, after: number): Promise<void> {
    const plan = this.pending.find((one) => one.itemId === itemId && one.action === 'publish')
    const other = this.pending.find((one) => one.itemId === itemId && one.action === 'unpublish')
    const at = this.now() + after
    if (!plan || (other && other.dueAt <= at)) return
    const key = { itemId, languageId: 1, action: plan.action }
    await moveSchedule(this.context, { rootId: 1, actor: 'test', id: itemId, ...key, at })
    plan.dueAt = at
  }

  async cancel(itemId: number): Promise<void> {
    await this.#cancelQuietly(itemId)
    await this.clock.settle()
  }

  async #cancelQuietly(itemId: number): Promise<void> {
    if (!this.pending.some((one) => one.itemId === itemId)) return
    await unscheduleItem(this.context, { rootId: 1, actor: 'test', id: itemId, languageId: null })
    this.pending = this.pending.filter((one) => one.itemId !== itemId)
  }

  async #edit(id: number, title: string): Promise<void> {
    const body = { fields: { title } }
    await patchItem(this.context, { ...this.#writing, id, stage: 'draft', body })
  }

  start(skew: number, faults: readonly Fault[]): ScheduledNode {
    const node = new ScheduledNode(this, skew, [...faults])
    this.nodes.push(node)
    return node
  }

  #note(actor: string, action: string, itemId: number): void {
    if (!actor.startsWith('plan:') || (action !== 'publish' && action !== 'unpublish')) return
    const serial = Number(actor.slice(5))
    const plan = this.pending.find((one) => one.serial === serial && one.action === action)
    if (plan?.itemId !== itemId) {
      this.violations.push(`${actor} ${action} happened, but was not pending`)
      return
    }
    if (plan.dueAt > this.now()) this.violations.push(`${actor} ${action} was early`)
    const isBefore = (one: Plan): boolean =>
      one.dueAt < plan.dueAt || (one.dueAt === plan.dueAt && one.itemId < plan.itemId)
    if (this.pending.some(isBefore)) this.violations.push(`${actor} ${action} was out of order`)
    this.pending = this.pending.filter((one) => one !== plan)
    this.done.push(plan)
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()))
    for (const itemId of new Set(this.pending.map((one) => one.itemId))) {
      await this.#cancelQuietly(itemId)
    }
    this.#unsubscribe()
  }
}

export class ScheduledNode {
  readonly #world: ScheduledWorld
  readonly #faults: Fault[]
  readonly #running: Running
  readonly #leases: Lease[] = []
  #isDead = false

  constructor(world: ScheduledWorld, skew: number, faults: Fault[]) {
    this.#world = world
    this.#faults = faults
    const { store } = world
    const faulty: Store = {
      ...store,
      read: (work) => this.#run(() => store.read(work)),
      write: (work) => this.#run(() => store.write(work), true),
      openLease: (name, clock) => this.#leaseOf(store.openLease(`${name} ${world.name}`, clock)),
    }
    const clock: Clock & { databaseNow(): number } = {
      now: world.clock.now,
      callAfter: (milliseconds, call) =>
        world.clock.callAfter(milliseconds, () => void (this.#isDead || call())),
      // Leases use a clock that is never set back.
      databaseNow: world.clock.now,
    }
    this.#running = startScheduler({ ...world.contextOf(faulty, skew), clock, log: () => {} })
  }

  #leaseOf(lease: Lease): Lease {
    this.#leases.push(lease)
    const { clock } = this.#world
    return {
      ...lease,
      take: () => this.#run(() => lease.take()),
      release: () => clock.during(() => lease.release()),
    }
  }

  async #run<T>(work: () => Promise<T>, isFaulty = false): Promise<T> {
    if (this.#isDead) return forever
    const fault = (isFaulty ? this.#faults.shift() : undefined) ?? 'none'
    if (fault === 'fail before') throw new Error('failed')
    if (fault === 'die before') return this.#die()
    const result = await this.#world.clock.during(work)
    if (fault === 'fail after') throw new Error('failed after the commit')
    if (fault === 'die after') return this.#die()
    return this.#isDead ? forever : result
  }

  async #die(): Promise<never> {
    await this.#world.clock.during(() => this.kill())
    return forever
  }

  /** Ends at once, as if the process was killed: a row lease stays, the kernel releases a file lock. */
  async kill(): Promise<void> {
    if (this.#isDead) return
    this.#isDead = true
    if (this.#world.store.kind === 'sqlite') for (const lease of this.#leases) await lease.release()
  }

  stop(): Promise<void> {
    return this.#isDead ? Promise.resolve() : this.#running.stop()
  }
}
