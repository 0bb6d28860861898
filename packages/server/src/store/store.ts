/** The store as the rest of the server knows it. Only this folder knows SQL and drivers. */
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import type { AccountReads, AccountWrites } from './accounts.ts'
import type { ChangeLog, Signals } from './change-log.ts'
import type { Lease, LeaseClock } from './lease.ts'
import type { OverBudget, Reader } from './reader.ts'
import type { Reading } from './reading.ts'
import type {
  Change,
  Claim,
  Derived,
  Item,
  ItemIdentity,
  KeptReply,
  KeyRecord,
  MediaRecord,
  NewChange,
  RootRecord,
  UserRecord,
} from './records.ts'
import type { StudioReads } from './studio-reads.ts'
import type { Versions } from './versions/versions.ts'

export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  /** How things stand now; those who ask at the same time share one answer. */
  versions(): Promise<Versions>
  /** How things stood when they were last looked at. */
  lastVersions(): Versions | undefined
  /**
   * Runs reads on one consistent snapshot. With a reader they end at its deadline or when it is gone, and
   * `work` may begin again; without one they may take any time. `over` is given where the work was over the budget
   * of the serving thread already.
   */
  read<T>(work: (tx: ReadTransaction) => Promise<T>, reader?: Reader, over?: OverBudget): Promise<T>
  /** Runs reads and writes as one transaction: all of it or none. */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /**
   * Before a writer of this process hears that its work is committed, the hook is waited for. It must
   * not fail. Returns what takes it away.
   */
  afterWrite(hook: AfterWrite): () => void
  /** The change log on a connection of its own. */
  openLog(signals: Signals): Promise<ChangeLog>
  /** The right to do work of this name, which one process has at a time. */
  openLease(name: string, clock: LeaseClock): Lease
  /** What is wrong with the database itself, in words. */
  faults(): Promise<string[]>
  /** A place on disk for what is too much for memory and gone when it is closed. */
  openScratch(): Scratch
  /** Lets the database learn what it holds, after much has been added at once. */
  refreshStatistics(): Promise<void>
  close(): Promise<void>
}

/** Gets what the writer has added to the change log, in order. */
export type AfterWrite = (written: readonly Change[]) => Promise<void>

export interface ReadTransaction {
  /** How things stand in this snapshot. */
  versions(): Promise<Versions>
  /** The same where it is known without asking; a page that was read tells it, too. */
  knownVersions(): Versions | undefined
  readonly roots: RootReads
  readonly items: ItemReads
  readonly derived: DerivedReads
  readonly media: MediaReads
  readonly keys: KeyReads
  readonly users: UserReads
  readonly accounts: AccountReads
  readonly studio: StudioReads
  readonly changes: ChangeReads
  readonly usage: UsageReads
  readonly keptReplies: KeptReplyReads
  readonly tables: TableReads
  readonly reading: Reading
}

export interface WriteTransaction extends ReadTransaction {
  readonly roots: RootReads & RootWrites
  readonly items: ItemReads & ItemWrites
  readonly derived: DerivedReads & DerivedWrites
  readonly media: MediaReads & MediaWrites
  readonly keys: KeyReads & KeyWrites
  readonly users: UserReads & UserWrites
  readonly accounts: AccountReads & AccountWrites
  readonly changes: ChangeReads & ChangeWrites
  readonly usage: UsageReads & UsageWrites
  readonly tables: TableReads & TableWrites
  readonly keptReplies: KeptReplyReads & KeptReplyWrites
  readonly ids: Ids
}

/** Numbers that are handed out once and never again. */
export const idKinds = [
  'content',
  'media',
  'definition',
  'key',
  'user',
  'document',
  'change',
] as const
export type IdKind = (typeof idKinds)[number]

export interface Ids {
  /** Hands out `count` new ids, ascending. */
  allocate(kind: IdKind, count: number): Promise<number[]>
  /** Makes sure that no id up to this one is handed out: it was taken from a file. */
  raise(kind: IdKind, atLeast: number): Promise<void>
}

export interface RootReads {
  list(): Promise<RootRecord[]>
  version(rootId: number): Promise<number>
  load(rootId: number): Promise<RootDefinition>
}

export interface RootWrites {
  /**
   * Waits for and keeps a place in line: many content writers share the schema, whoever changes it
   * has it alone. Call before anything else in the transaction.
   */
  lock(rootId: number, mode: 'shared' | 'exclusive'): Promise<void>
  insert(root: RootDefinition): Promise<void>
  /** Stores a changed definition and gives it its next version. */
  save(root: RootDefinition): Promise<void>
}

export interface ItemFilter {
  rootId: number
  modelIds?: readonly number[]
  spaceIds?: readonly number[]
  languageIds?: readonly number[]
  /** Which items: those in use, those in the trash, or all. Default: all. */
  trash?: 'without' | 'only'
}

export interface ItemReads {
  /** By id, those that exist, with all languages; any state. In a write transaction it locks them. */
  load(ids: readonly number[]): Promise<Item[]>
  /** The next items in order of id, for walking through all without holding them. */
  after(filter: ItemFilter, afterId: number, limit: number): Promise<Item[]>
  count(filter: ItemFilter): Promise<number>
  /** Model and root of those that exist and are not in the trash. */
  identify(ids: readonly number[]): Promise<ItemIdentity[]>
  /** Model of those that exist, by id; any state. */
  models(ids: readonly number[]): Promise<Map<number, number>>
  /** Ids of items that went to the trash before this time. */
  trashedBefore(time: number, limit: number): Promise<number[]>
}

export interface ItemWrites {
  insert(items: readonly Item[]): Promise<void>
  /** Replaces items that exist, languages included. */
  update(items: readonly Item[]): Promise<void>
  /** Removes them for good, with all that was derived from them. */
  remove(ids: readonly number[]): Promise<void>
}

export interface StoredEntry {
  itemId: number
  scope: number
  languageMask: number
  documentId: number
  digest: string
}

export interface DerivedReads {
  /** What is stored for these items, for comparison with what should be. */
  entries(itemIds: readonly number[]): Promise<StoredEntry[]>
  /** Everything stored for these items in the shape that derivation gives, for checks. */
  load(itemIds: readonly number[]): Promise<Map<number, Derived>>
  /** Which of these items have text that the search index does not know. */
  unsearchable(itemIds: readonly number[]): Promise<number[]>
  /** Which of these items have rows that `load` does not show, or rows that contradict the item. */
  misfits(itemIds: readonly number[]): Promise<number[]>
  /** Derived rows of items and documents that are not there; `itemId` is 0 where nobody knows. */
  orphans(limit: number): Promise<{ table: string; itemId: number }[]>
  /** How many kinds of entries are counted wrongly. */
  miscounts(): Promise<number>
  /** Items, other than those named, that hold one of these unique values. */
  claimants(claims: readonly Claim[]): Promise<(Claim & { itemId: number })[]>
}

/** The derived data of one item, to be brought into the store. */
export interface DerivedChange {
  item: Item
  derived: Derived
}

export interface DerivedWrites {
  /**
   * Brings what is stored to what is given, touching only what differs.
   * Returns, for each item, the scopes whose answers changed. `isNew`: nothing is stored yet.
   */
  save(
    changes: readonly DerivedChange[],
    options: { isNew: boolean },
  ): Promise<Map<number, number[]>>
  /** Takes away all that is stored for these items and writes it anew. */
  replace(changes: readonly DerivedChange[]): Promise<Map<number, number[]>>
  /** Returns how many items and documents had left rows behind. */
  removeOrphans(): Promise<number>
  /** Counts all entries anew. */
  recount(): Promise<void>
}

export interface MediaReads {
  /** By id, those that exist; any state. In a write transaction it locks them. */
  load(ids: readonly number[]): Promise<MediaRecord[]>
  /** One that is neither archived nor in the trash, with no more than serving it takes. */
  served(id: number): Promise<ServedMedia | undefined>
  /** Id of a media item of this space, not in the trash, with this file under this name. */
  withFile(file: Pick<MediaRecord, 'spaceId' | 'sha256' | 'filename'>): Promise<number | undefined>
  /** Whether any media item has this file, those in the trash included. */
  isFileUsed(sha256: string): Promise<boolean>
  after(rootId: number, afterId: number, limit: number): Promise<MediaRecord[]>
  /** Which of these have texts to be found by that are not theirs, or lack some. */
  misfits(media: readonly MediaRecord[]): Promise<number[]>
  /** Media that are gone and left texts behind. */
  orphans(limit: number): Promise<number[]>
  /** Root and space of those that exist and are not in the trash. */
  identify(ids: readonly number[]): Promise<{ id: number; rootId: number; spaceId: number }[]>
}

export type ServedMedia = Omit<MediaRecord, 'alts' | 'createdAt' | 'archivedAt' | 'deletedAt'>

export interface MediaWrites {
  /** Makes whoever adds or removes the file of this name wait for this transaction to end. */
  lockFile(sha256: string): Promise<void>
  /** Media that went to the trash before this time. */
  trashedBefore(time: number, limit: number): Promise<{ id: number; sha256: string }[]>
  insert(media: MediaRecord): Promise<void>
  update(media: MediaRecord): Promise<void>
  remove(ids: readonly number[]): Promise<void>
  /** Returns how many media had left texts behind. */
  removeOrphans(): Promise<number>
}

export interface KeyReads {
  load(id: number): Promise<KeyRecord | undefined>
  list(rootId: number): Promise<KeyRecord[]>
}

export interface KeyWrites {
  insert(key: KeyRecord): Promise<void>
  update(key: KeyRecord): Promise<void>
  remove(id: number): Promise<void>
}

export interface UserReads {
  byEmail(email: string): Promise<UserRecord | undefined>
  /** In a write transaction it locks the account. */
  load(id: number): Promise<UserRecord | undefined>
  /** In a write transaction it locks all accounts. */
  list(): Promise<UserRecord[]>
  hasOwner(): Promise<boolean>
}

export interface UserWrites {
  insert(user: UserRecord): Promise<void>
  update(user: UserRecord): Promise<void>
  remove(id: number): Promise<void>
}

/** Answers that a repeated request gets again. */
export interface KeptReplyReads {
  /** In a write transaction it waits for a request of the same name that is under way. */
  find(keyId: number, name: string): Promise<KeptReply | undefined>
}

export interface KeptReplyWrites {
  keep(reply: KeptReply): Promise<void>
  removeBefore(time: number): Promise<void>
}

/** What was asked of a root space, by day (UTC) and key. */
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
  /** What is stored and not in the trash. */
  stored(rootId: number): Promise<{ items: number; media: number; mediaBytes: number }>
  /** When keys of a root space were last used, by key id. */
  lastUses(rootId: number): Promise<Map<number, number>>
}

export interface UsageWrites {
  /** Makes others who lock it wait for this transaction to end, so that what is stored can be counted. */
  lockStored(rootId: number): Promise<void>
  /** Adds to what was counted. */
  add(days: readonly UsageDay[]): Promise<void>
  noteUses(uses: readonly { keyId: number; at: number }[]): Promise<void>
}

export interface ChangeReads {
  after(seq: number, limit: number): Promise<Change[]>
  latest(): Promise<number>
}

export interface ChangeWrites {
  append(changes: readonly NewChange[]): Promise<void>
}

/** A row as plain JSON values, the same from and for either database. */
export type TableRow = Record<string, string | number | null>

/** Whole tables for backup and restore: the sources of truth; what is derived is built anew. */
export interface TableReads {
  readonly names: readonly string[]
  scan(table: string): AsyncIterable<TableRow[]>
  counters(): Promise<Record<IdKind, number>>
}

export interface TableWrites {
  insertRows(table: string, rows: readonly TableRow[]): Promise<void>
  isEmpty(): Promise<boolean>
  clear(): Promise<void>
}

/** Ids found in an import file, on disk, so that a file of any size needs no memory. */
export interface Scratch {
  /** The first line with this id counts. */
  note(id: number, modelId: number | null, line: number): void
  find(ids: readonly number[]): Map<number, { modelId: number | null; line: number }>
  highestId(): number
  close(): void
}
