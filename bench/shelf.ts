import type { StoreAddress } from '../packages/server/src/store/open-store.ts'

/** Sets lie on a shelf under names; one that is being made is not there yet. */
export interface Shelf {
  has(name: string): Promise<boolean>
  /** An empty one. */
  create(name: string): Promise<void>
  address(name: string): StoreAddress
  copy(from: string, to: string): Promise<void>
  /** Gives what was made its name, after what a database does by itself when it has time. */
  finish(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  bytes(name: string): Promise<number>
  close(): Promise<void>
}
