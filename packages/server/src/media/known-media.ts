import type { ChangeFeed } from '../changes/feed.ts'
import type { Change } from '../store/records.ts'
import type { ServedMedia, Store } from '../store/store.ts'

/** Media items that were served lately, as long as nobody changed them. */
export interface KnownMedia {
  /** Right away, where it is known and sure to be current. */
  ready(id: number): ServedMedia | undefined
  find(id: number): Promise<ServedMedia | undefined>
  onChanges(changes: readonly Change[]): void
  onLost(): void
}

const remembered = 10_000

export function knownMedia(store: Store, feed: () => Pick<ChangeFeed, 'isCurrent'>): KnownMedia {
  const known = new Map<number, ServedMedia>()
  // What was read before a change must not be remembered after it.
  let changes = 0

  function ready(id: number): ServedMedia | undefined {
    const media = known.get(id)
    return media && feed().isCurrent() ? media : undefined
  }

  function onLost(): void {
    changes++
    known.clear()
  }

  return {
    ready,
    onLost,
    async find(id) {
      const before = changes
      const current = ready(id)
      if (current) return current
      const media = await store.read((tx) => tx.media.served(id))
      if (media && changes === before) {
        known.set(id, media)
        if (known.size > remembered) known.delete(known.keys().next().value ?? 0)
      }
      return media
    },
    onChanges(list) {
      for (const { kind, subjectId } of list) {
        if (kind === 'schema') onLost()
        if (kind !== 'media') continue
        changes++
        known.delete(subjectId)
      }
    },
  }
}
