import type { ItemIdentity } from './records.ts'

const mostItems = 1_000

/**
 * What transactions that write ask for again and again, as it stands, where nobody else can have changed it.
 * Whoever changes any of it in a way of their own empties it.
 */
export class WriterMemory {
  /** Highest ids and versions, by name. */
  readonly numbers = new Map<string, number>()
  readonly #items = new Map<number, ItemIdentity>()

  item(id: number): ItemIdentity | undefined {
    return this.#items.get(id)
  }

  learnItems(items: readonly ItemIdentity[]): void {
    if (this.#items.size + items.length > mostItems) this.#items.clear()
    for (const item of items) this.#items.set(item.id, item)
  }

  forgetItems(ids: readonly number[]): void {
    for (const id of ids) this.#items.delete(id)
  }

  clear(): void {
    this.numbers.clear()
    this.#items.clear()
  }
}
