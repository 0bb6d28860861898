/** The store interface for the rest of the server. SQL and database drivers are used only in this folder. */
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { Refusal, type Problem } from '@octavo/schema/errors.ts'
import type {
  AccountReads,
  AccountWrites,
  KeyReads,
  KeyWrites,
  TokenReads,
  TokenWrites,
  UserReads,
  UserWrites,
} from './accounts.ts'
import type { ChangeLog, Signals } from './change-log.ts'
import type { DerivedReads, DerivedWrites } from './derived.ts'
import type { ItemReads, ItemWrites } from './items.ts'
import type { Lease, LeaseClock } from './lease.ts'
import type { MediaReads, MediaWrites } from './media.ts'
import type { OverBudget, Reader } from './reader.ts'
import type { Reading } from './reading.ts'
import type { Change, IdempotentReply, NewChange, RootRecord } from './records.ts'
import type { PresenceReads, PresenceWrites } from './presences.ts'
import type { PreviewReads, PreviewWrites } from './previews.ts'
import type { ReleaseReads, ReleaseWrites } from './releases.ts'
import type { ScheduleReads, ScheduleWrites } from './schedules.ts'
import type { ReviewReads, ReviewWrites } from './reviews.ts'
import type { RevisionReads, RevisionWrites } from './revisions.ts'
import type { StudioReads } from './studio-reads.ts'
import type { UndoReads, UndoWrites } from './undo-states.ts'
import type { ViewReads, ViewWrites } from './saved-views.ts'
import type { WebhookReads, WebhookWrites } from './webhooks.ts'

/** Another transaction took a unique value after this one had checked it. */
export class TakenMeanwhile extends Refusal {
  constructor(problems?: readonly Problem[]) {
    super(
      'badRequest',
      problems ??
        'a value that must be unique was just saved by another request: use another value',
    )
  }
}

/**
 * Change counters. Equal counters mean equal content, so values read at one state can be reused at another
 * state with the same counters, after reading nothing but the counters.
 */
export interface Versions {
  /** Number of visible changes of a model, or of one of `changeable`. */
  of(id: number): number
  /** Whether an item is known to be unchanged since a version of its model. */
  holds(modelId: number, itemId: number, since: number): boolean
  /** Items of a model that may have changed since a version; undefined if unknown or more than `limit`. */
  changedSince(modelId: number, since: number, limit: number): ReadonlySet<number> | undefined
}

export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  /** The current versions. Concurrent calls share one query. */
  versions(): Promise<Versions>
  /** The versions of the last check. */
  lastVersions(): Versions | undefined
  /**
   * Runs reads on one consistent snapshot. With a reader, they end at its deadline or when its client
   * disconnects, and `work` may be restarted; without a reader there is no time limit. `over` is set when
   * the work has already exceeded the budget of the serving thread.
   */
  read<T>(work: (tx: ReadTransaction) => Promise<T>, reader?: Reader, over?: OverBudget): Promise<T>
  /** Runs reads and writes as one atomic transaction. */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /**
   * Registers a hook that runs after each commit of this process, before the commit is reported to the
   * writer. The hook must not fail. Returns a function that removes it.
   */
  afterWrite(hook: AfterWrite): () => void
  /** Opens the change log on its own connection. */
  openLog(signals: Signals): Promise<ChangeLog>
  /** Opens the lease for the named work. At most one process holds it at a time. */
  openLease(name: string, clock: LeaseClock): Lease
  /** Describes problems of the database itself. */
  faults(): Promise<string[]>
  /** Temporary storage on disk for data that is too large for memory. Closing it deletes the data. */
  openScratch(): Scratch
  /** Updates the statistics of the database after a bulk insert. */
  refreshStatistics(): Promise<void>
  close(): Promise<void>
}

/** Receives the entries that the write appended to the change log, in order. */
export type AfterWrite = (written: readonly Change[]) => Promise<void>

export interface ReadTransaction {
  /** The versions of this snapshot. */
  versions(): Promise<Versions>
  /** The same versions if they are known without a query. Reading a page also loads them. */
  cachedVersions(): Versions | undefined
  readonly roots: RootReads
  readonly items: ItemReads
  readonly derived: DerivedReads
  readonly media: MediaReads
  readonly keys: KeyReads
  readonly tokens: TokenReads
  readonly users: UserReads
  readonly accounts: AccountReads
  readonly schedules: ScheduleReads
  readonly releases: ReleaseReads
  readonly reviews: ReviewReads
  readonly views: ViewReads
  readonly undos: UndoReads
  readonly presences: PresenceReads
  readonly previews: PreviewReads
  readonly studio: StudioReads
  readonly revisions: RevisionReads
  readonly changes: ChangeReads
  readonly usage: UsageReads
  readonly idempotentReplies: IdempotentReplyReads
  readonly webhooks: WebhookReads
  readonly tables: TableReads
  readonly reading: Reading
}

export interface WriteTransaction extends ReadTransaction {
  readonly roots: RootReads & RootWrites
  readonly items: ItemReads & ItemWrites
  readonly derived: DerivedReads & DerivedWrites
  readonly media: MediaReads & MediaWrites
  readonly keys: KeyReads & KeyWrites
  readonly tokens: TokenReads & TokenWrites
  readonly users: UserReads & UserWrites
  readonly accounts: AccountReads & AccountWrites
  readonly schedules: ScheduleReads & ScheduleWrites
  readonly releases: ReleaseReads & ReleaseWrites
  readonly reviews: ReviewReads & ReviewWrites
  readonly views: ViewReads & ViewWrites
  readonly undos: UndoReads & UndoWrites
  readonly presences: PresenceReads & PresenceWrites
  readonly previews: PreviewReads & PreviewWrites
  readonly revisions: RevisionReads & RevisionWrites
  readonly changes: ChangeReads & ChangeWrites
  readonly usage: UsageReads & UsageWrites
  readonly webhooks: WebhookReads & WebhookWrites
  readonly tables: TableReads & TableWrites
  readonly idempotentReplies: IdempotentReplyReads & IdempotentReplyWrites
  readonly ids: Ids
}

/** Sequences whose numbers are never reused. */
export const idKinds = [
  'content',
  'media',
  'definition',
  'key',
  'user',
  'document',
  'change',
  'webhook',
  'event',
] as const
export type IdKind = (typeof idKinds)[number]

export interface Ids {
  /** Allocates `count` new ids, ascending. */
  allocate(kind: IdKind, count: number): Promise<number[]>
  /** Advances the sequence so that no id up to `atLeast` is allocated: it is used by an imported file. */
  raise(kind: IdKind, atLeast: number): Promise<void>
}

export interface RootReads {
  list(): Promise<RootRecord[]>
  version(rootId: number): Promise<number>
  load(rootId: number): Promise<RootDefinition>
}

export interface RootWrites {
  /**
   * Locks the schema of a root space: content writers share it, schema changes need it exclusively. Call
   * this before anything else in the transaction.
   */
  lock(rootId: number, mode: 'shared' | 'exclusive'): Promise<void>
  insert(root: RootDefinition): Promise<void>
  /** Stores a changed definition and increments its version. */
  save(root: RootDefinition): Promise<void>
}

/** Replies to requests with an Idempotency-Key, returned again when the request is repeated. */
export interface IdempotentReplyReads {
  /** In a write transaction, waits for a concurrent request with the same key. */
  find(keyId: number, name: string): Promise<IdempotentReply | undefined>
}

export interface IdempotentReplyWrites {
  save(reply: IdempotentReply): Promise<void>
  remove(keyId: number, name: string): Promise<void>
  removeBefore(time: number): Promise<void>
}

/** The requests of a root space by day (UTC) and key. */
export interface UsageDay {
  rootId: number
  /** `2026-11-14` */
  date: string
  keyId: number
  reads: number
  writes: number
  cacheHits: number
  errors: number
}

export interface UsageReads {
  /** From this day on, oldest first. */
  days(rootId: number, from: string): Promise<UsageDay[]>
  /** Requests that reached the origin from this day on. */
  requests(rootId: number, from: string): Promise<number>
  /** Counts the stored items and media that are not in the trash. */
  stored(rootId: number): Promise<{ items: number; media: number; mediaBytes: number }>
  /** When the keys of a root space were last used, by key id. */
  lastUses(rootId: number): Promise<Map<number, number>>
}

export interface UsageWrites {
  /** Serializes transactions that check the storage quota, so that the counts stay valid until commit. */
  lockStored(rootId: number): Promise<void>
  /** Adds to the stored counts. */
  add(days: readonly UsageDay[]): Promise<void>
  noteUses(uses: readonly { keyId: number; at: number }[]): Promise<void>
}

export interface ChangeReads {
  after(seq: number, limit: number): Promise<Change[]>
  latest(): Promise<number>
}

export interface ChangeWrites {
  /** Returns the changes with their numbers, for which ids may be allocated already. */
  append(changes: readonly NewChange[], allocated?: readonly number[]): Promise<Change[]>
  /** Removes entries that are no longer needed, the oldest first. Returns how many. */
  prune(request: PruneRequest): Promise<number>
}

export interface PruneRequest {
  /** Removes entries before this time that all of these consumers have handled. */
  readonly before: number
  readonly consumers: readonly string[]
  /** Removes entries before this time in any case. A consumer that still needs them gets a gap. */
  readonly beforeAlways: number
  /** How many entries to examine. */
  readonly limit: number
}

/** A row as plain JSON values, the same for both databases. */
export type TableRow = Record<string, string | number | null>

/** Complete tables for backup and restore: only the sources of truth. Derived tables are rebuilt. */
export interface TableReads {
  readonly names: readonly string[]
  scan(table: string): AsyncIterable<TableRow[]>
  counters(): Promise<Record<IdKind, number>>
}

export interface TableWrites {
  insertRows(table: string, rows: readonly TableRow[]): Promise<void>
  isEmpty(): Promise<boolean>
  /** Whether there are items or media, or there have been. */
  hasContent(): Promise<boolean>
  clear(): Promise<void>
}

/** The ids of an import file, stored on disk so that memory use does not depend on the size of the file. */
export interface Scratch {
  /** Records the line of an id; only the first line with an id counts. */
  note(id: number, modelId: number | null, line: number): void
  find(ids: readonly number[]): Map<number, { modelId: number | null; line: number }>
  highestId(): number
  close(): void
}
