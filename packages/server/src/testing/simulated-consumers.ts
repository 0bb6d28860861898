/**
 * Simulated processes that consume the change log of a real database, each with its own clock. Any operation
 * of a process can fail, stall or be its last. A simple model records violations.
 */
import { RetryLater } from '../changes/backoff.ts'
import type { Batch } from '../changes/consumer-session.ts'
import { startConsumer } from '../changes/consumer.ts'
import type { Clock } from '../changes/clock.ts'
import type { Running } from '../changes/leased-work.ts'
import type { ChangeLog, LogPage, Signals } from '../store/change-log.ts'
import type { Lease } from '../store/lease.ts'
import type { NewChange } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { FakeClock } from './fake-clock.ts'

/** The outcome of one operation: a fault before it runs, or after it, when its result is lost. */
export type Outcome =
  | { kind: 'success' }
  | { kind: 'fail' | 'die'; when: 'before' | 'after' }
  | { kind: 'stall'; when: 'before' | 'after'; milliseconds: number }
  /** Only for the handler. */
  | { kind: 'retry later'; milliseconds: number }

const leaseTime = 1_800
const forever = new Promise<never>(() => {})

export class SimulatedWorld {
  readonly clock = new FakeClock()
  readonly violations: string[] = []
  readonly store: Store
  readonly name: string
  readonly repeatAfter: readonly number[]
  readonly processes: SimulatedProcess[] = []
  /** Numbers of the changes, in the order of their commits. */
  readonly #seqs: number[] = []
  /** The number of changes up to a position. */
  readonly #reach = new Map<string, number>()
  readonly #timesHandled: number[] = []
  #handled = 0
  #saved = -1
  #holder: { process: SimulatedProcess; until: number } | undefined

  constructor(store: Store, name: string, repeatAfter: readonly number[]) {
    this.store = store
    this.name = name
    this.repeatAfter = repeatAfter
  }

  get committed(): number {
    return this.#seqs.length
  }
  get handled(): number {
    return this.#handled
  }
  get saved(): number {
    return this.#saved
  }
  get holder(): SimulatedProcess | undefined {
    const { clock } = this
    return this.#holder && this.#holder.until > clock.now() ? this.#holder.process : undefined
  }

  start(outcomes: readonly Outcome[]): SimulatedProcess {
    const started = new SimulatedProcess(this, [...outcomes], this.processes.length)
    this.processes.push(started)
    return started
  }

  async append(count: number, isSignalled: boolean): Promise<void> {
    const change: Omit<NewChange, 'subjectId'> = {
      at: 0,
      rootId: 1,
      kind: 'media',
      modelId: null,
      actor: 'test',
      action: 'create',
      scopes: [],
    }
    const added = Array.from({ length: count }, () => ({ ...change, subjectId: 1 }))
    // The model notes positions by the number of commits, so no operation may overlap with this one.
    await this.clock.settle()
    const unsubscribe = this.store.afterWrite(async (written) => {
      this.#seqs.push(...written.map(({ seq }) => seq))
    })
    await this.store.write((tx) => tx.changes.append(added))
    unsubscribe()
    if (isSignalled) for (const one of this.processes) one.signalCommit()
    await this.clock.settle()
  }

  noteTaken(process: SimulatedProcess): void {
    const { holder } = this
    if (holder && holder !== process) this.#violate(`${process.id} took the lease of ${holder.id}`)
    const isTimed = this.store.kind === 'postgres'
    this.#holder = { process, until: isTimed ? this.clock.now() + leaseTime : Infinity }
  }

  noteReleased(process: SimulatedProcess): void {
    if (this.#holder?.process === process) this.#holder = undefined
  }

  /** Returns the number of changes before it. */
  notePosition(position: string): number {
    this.#reach.set(position, this.committed)
    return this.committed
  }

  notePage({ changes, position, hasMore }: LogPage): void {
    const last = changes.at(-1)
    const reached = last ? this.#seqs.indexOf(last.seq) + 1 : this.committed
    this.#reach.set(position, hasMore || last ? reached : this.committed)
  }

  noteHandling(process: SimulatedProcess, { changes, hasGap }: Batch): void {
    if (this.holder !== process) this.#violate(`${process.id} handles without the lease`)
    if (hasGap && this.#saved >= 0) this.#violate('a saved position was not used')
    const indexes = changes.map(({ seq }) => this.#seqs.indexOf(seq))
    const [first = 0] = indexes
    if (indexes.some((index, n) => index !== first + n)) this.#violate('changes are out of order')
    if (!hasGap && first > this.#handled) this.#violate(`change ${this.#handled} was skipped`)
  }

  /** A gap covers the changes before the position that was requested with it. */
  noteHandled({ changes, hasGap }: Batch, lengthOfGap: number): void {
    for (const { seq } of changes) {
      const index = this.#seqs.indexOf(seq)
      this.#timesHandled[index] = (this.#timesHandled[index] ?? 0) + 1
      this.#handled = Math.max(this.#handled, index + 1)
    }
    if (!hasGap) return
    this.#timesHandled.fill(Infinity, 0, lengthOfGap)
    for (let index = this.#timesHandled.length; index < lengthOfGap; index++) {
      this.#timesHandled[index] = Infinity
    }
    this.#handled = Math.max(this.#handled, lengthOfGap)
  }

  noteSaved(position: string): void {
    const reached = this.#reach.get(position) ?? -1
    if (reached < this.#saved) this.#violate(`position went back to ${reached}`)
    if (reached > this.#handled) this.#violate(`position ${reached} is ahead of the handler`)
    const times = this.#timesHandled.slice(Math.max(this.#saved, 0), reached)
    if (times.some((count) => count <= this.repeatAfter.length)) this.#violate('not repeated')
    this.#saved = reached
  }

  #violate(what: string): void {
    this.violations.push(what)
  }
}

export class SimulatedProcess {
  readonly id: number
  /** The number of operations so far. */
  operations = 0
  readonly #world: SimulatedWorld
  readonly #outcomes: Outcome[]
  readonly #running: Running
  readonly #openLogs = new Map<ChangeLog, Signals['onCommit']>()
  readonly #delayedCalls: (() => void)[] = []
  #lease: Lease | undefined
  #stalledUntil = 0
  #isDead = false
  #hasStopped = false
  #retryAt = 0
  #lengthOfGap = 0

  constructor(world: SimulatedWorld, outcomes: Outcome[], id: number) {
    this.#world = world
    this.#outcomes = outcomes
    this.id = id
    this.#running = startConsumer({
      name: world.name,
      task: 'test',
      longestPause: 500,
      repeatAfter: world.repeatAfter,
      clock: this.#clock(),
      log() {},
      handle: (batch) => this.#handle(batch),
      store: {
        openLease: () => this.#openLease(),
        openLog: (signals) => this.#openLog(signals.onBroken, signals.onCommit),
      },
    })
  }

  get isRunning(): boolean {
    return !this.#isDead && !this.#hasStopped
  }

  /** From now on every operation succeeds. */
  recover(): void {
    this.#outcomes.length = 0
  }

  signalCommit(): void {
    for (const onCommit of this.#openLogs.values()) this.#call(() => onCommit(false))
  }

  stop(): void {
    if (!this.isRunning) return
    this.#hasStopped = true
    void this.#running.stop()
  }

  async kill(): Promise<void> {
    this.#isDead = true
    await this.#freeResources()
  }

  async #freeResources(): Promise<void> {
    // The kernel releases the lock of a process that died; a lease row stays.
    if (this.#world.store.kind === 'sqlite') {
      await this.#lease?.release()
      this.#world.noteReleased(this)
    }
    const logs = [...this.#openLogs.keys()]
    this.#openLogs.clear()
    for (const log of logs) await log.close()
  }

  /** Simulates a process that gets no CPU time. */
  stall(milliseconds: number): void {
    const { clock } = this.#world
    this.#stalledUntil = clock.now() + milliseconds
    clock.callAfter(milliseconds, () => {
      for (const call of this.#delayedCalls.splice(0)) this.#call(call)
    })
  }

  /** A different time origin for each process, and no timer calls while it stalls. */
  #clock(): Clock {
    const { clock } = this.#world
    return {
      now: () => clock.now() - this.id * 123_456,
      callAfter: (milliseconds, call) => clock.callAfter(milliseconds, () => this.#call(call)),
    }
  }

  #call(call: () => void): void {
    if (this.#isDead) return
    if (this.#stalledUntil > this.#world.clock.now()) this.#delayedCalls.push(call)
    else call()
  }

  async #do<T>(operation: () => Promise<T>): Promise<T> {
    const { clock } = this.#world
    this.operations++
    const outcome = this.#outcomes.shift() ?? { kind: 'success' }
    await this.#suffer(outcome, 'before')
    const result = await clock.during(operation)
    if (this.#isDead) await clock.during(() => this.#freeResources())
    await this.#suffer(outcome, 'after')
    return result
  }

  async #suffer(outcome: Outcome, when: 'before' | 'after'): Promise<void> {
    await this.#awake()
    if (!('when' in outcome) || outcome.when !== when) return
    if (outcome.kind === 'fail') throw new Error('failed on purpose')
    if (outcome.kind === 'die') await this.#world.clock.during(() => this.kill())
    if (outcome.kind === 'stall') this.stall(outcome.milliseconds)
    await this.#awake()
  }

  async #awake(): Promise<void> {
    if (this.#stalledUntil > this.#world.clock.now()) {
      await new Promise<void>((resolve) => this.#delayedCalls.push(resolve))
    }
    if (this.#isDead) await forever
  }

  async #handle(batch: Batch): Promise<void> {
    const { clock } = this.#world
    if (clock.now() < this.#retryAt) this.#world.violations.push('Retry-After was ignored')
    this.#world.noteHandling(this, batch)
    const [outcome] = this.#outcomes
    if (outcome?.kind === 'retry later') {
      this.#outcomes.shift()
      this.#retryAt = clock.now() + outcome.milliseconds
      throw new RetryLater('later', outcome.milliseconds)
    }
    await this.#do(async () => this.#world.noteHandled(batch, this.#lengthOfGap))
  }

  #openLease(): Lease {
    const world = this.#world
    const { now } = this.#clock()
    const lease = world.store.openLease(world.name, { now, databaseNow: world.clock.now })
    this.#lease = lease
    return {
      isHeld: lease.isHeld,
      loadPosition: () => this.#do(lease.loadPosition),
      take: () =>
        this.#do(async () => {
          const wasHeld = lease.isHeld()
          const state = await lease.take()
          if (state.isHeld) world.noteTaken(this)
          // A new term may start immediately.
          if (state.isHeld && !wasHeld) this.#retryAt = 0
          return state
        }),
      savePosition: (position) =>
        this.#do(async () => {
          await lease.savePosition(position)
          world.noteSaved(position)
        }),
      release: () =>
        this.#do(async () => {
          await lease.release()
          world.noteReleased(this)
        }),
    }
  }

  async #openLog(
    onBroken: (error: Error) => void,
    onCommit: Signals['onCommit'],
  ): Promise<ChangeLog> {
    const world = this.#world
    const log = await this.#do(async () => {
      const opened = await world.store.openLog({ onCommit() {}, onBroken })
      this.#openLogs.set(opened, onCommit)
      return opened
    })
    return {
      ...log,
      position: () =>
        this.#do(async () => {
          const position = await log.position()
          this.#lengthOfGap = world.notePosition(position)
          return position
        }),
      next: (position) =>
        this.#do(async () => {
          const page = await log.next(position)
          world.notePage(page)
          return page
        }),
      close: async () => {
        if (!this.#openLogs.delete(log)) return
        await world.clock.during(() => log.close())
      },
    }
  }
}
