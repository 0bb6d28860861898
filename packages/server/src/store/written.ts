import type { Change } from './records.ts'

/**
 * What a transaction adds to the numbers by which others know that something changed, and to the change
 * log: whoever wrote it knows how things stand afterwards without looking.
 */
export class Written {
  /** Items that were counted as logged, by model. */
  readonly counts = new Map<number, number>()
  /** Items that the log names because readers see them changed, by model. */
  readonly items = new Map<number, number[]>()
  /** How far the log reaches; undefined where it is where it was. */
  position: string | undefined
  #isWhole = true

  /** False where something was written that is not told here. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  count(modelId: number, items: number): void {
    this.counts.set(modelId, (this.counts.get(modelId) ?? 0) + items)
  }

  log(changes: readonly Change[]): void {
    for (const { kind, modelId, subjectId, scopes, seq } of changes) {
      this.position = String(seq)
      if (kind !== 'item' || modelId === null || scopes.length === 0) continue
      this.items.getOrInsertComputed(modelId, () => []).push(subjectId)
    }
  }

  /** To be called by whoever writes any such thing otherwise. */
  isMore(): void {
    this.#isWhole = false
  }
}
