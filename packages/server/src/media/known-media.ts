import type { ChangeFeed } from '../changes/feed.ts'
import type { Change } from '../store/records.ts'
import type { RootSettings } from '@octavo/schema/definitions.ts'
import type { ContentContext } from '../content/context.ts'
import type { ServedMedia } from '../store/store.ts'

export interface FoundMedia extends ServedMedia {
  /** Of its root space, which serves nothing then. */
  readonly suspension: RootSettings['suspension']
}

/** Media items that were served lately, as long as nobody changed them. */
export interface KnownMedia {
  /** Right away, where it is known and sure to be current. */
  ready(id: number): FoundMedia | undefined
  find(id: number): Promise<FoundMedia | undefined>
  onChanges(changes: readonly Change[]): void
  onLost(): void
}

const remembered = 10_000

export function knownMedia(
  { store, schemas }: Pick<ContentContext, 'store' | 'schemas'>,
  feed: () => Pick<ChangeFeed, 'isCurrent'>,
): KnownMedia {
  const known = new Map<number, FoundMedia>()
  // What was read before a change must not be remembered after it.
  let changes = 0

  function ready(id: number): FoundMedia | undefined {
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
      const media = await store.read(async (tx) => {
        const served = await tx.media.served(id)
        if (!served) return undefined
        const { root } = await schemas.in(tx, served.rootId)
        return { ...served, suspension: root.settings.suspension }
      })
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
