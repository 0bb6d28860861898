import type { ChangeFeed } from '../changes/feed.ts'
import type { Change } from '../store/records.ts'
import type { RootSettings } from '@octavo/schema/definitions.ts'
import type { ContentContext } from '../content/context.ts'
import type { ServedMedia } from '../store/media.ts'

export interface FoundMedia extends ServedMedia {
  /** Set if its root space is suspended and serves nothing. */
  readonly suspension: RootSettings['suspension']
}

/** Caches records of recently served media until they change. */
export interface MediaCache {
  /** Synchronous: the cached record, if it is up to date. */
  ready(id: number): FoundMedia | undefined
  find(id: number): Promise<FoundMedia | undefined>
  onChanges(changes: readonly Change[]): void
  onLost(): void
}

const maxEntries = 10_000

export function createMediaCache(
  { store, schemas }: Pick<ContentContext, 'store' | 'schemas'>,
  feed: () => Pick<ChangeFeed, 'isCurrent'>,
): MediaCache {
  const cached = new Map<number, FoundMedia>()
  // A record that was read before a change must not enter the cache after it.
  let changes = 0

  function ready(id: number): FoundMedia | undefined {
    const media = cached.get(id)
    return media && feed().isCurrent() ? media : undefined
  }

  function onLost(): void {
    changes++
    cached.clear()
  }

  return {
    ready,
    onLost,
    async find(id) {
      const before = changes
      const current = ready(id)
      if (current) return current
      const media = await store.read(async (tx) => {
        const served = await tx.media.served(id)
        if (!served) return undefined
        const { root } = await schemas.in(tx, served.rootId)
        return { ...served, suspension: root.settings.suspension }
      })
      if (media && changes === before) {
        cached.set(id, media)
        if (cached.size > maxEntries) cached.delete(cached.keys().next().value ?? 0)
      }
      return media
    },
    onChanges(list) {
      for (const { kind, subjectId } of list) {
        if (kind === 'schema') onLost()
        if (kind !== 'media') continue
        changes++
        cached.delete(subjectId)
      }
    },
  }
}
