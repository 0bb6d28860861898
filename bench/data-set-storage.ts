import type { StoreAddress } from '../packages/server/src/store/open-store.ts'

/** Stores data sets by name. A set gets its name only when it is complete. */
export interface DataSetStorage {
  has(name: string): Promise<boolean>
  /** Creates an empty set. */
  create(name: string): Promise<void>
  address(name: string): StoreAddress
  copy(from: string, to: string): Promise<void>
  /** Renames a complete set, after the maintenance that a database does when it is idle. */
  finish(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  bytes(name: string): Promise<number>
  close(): Promise<void>
}
