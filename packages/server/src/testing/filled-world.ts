/** Writes a world of the reference model into a store. */
import { saveItems } from '../content/save.ts'
import { createReadCache, type ReadCache } from '../store/sql/read/read-cache.ts'
import type { Store, WriteTransaction } from '../store/store.ts'
import type { ModelWorld } from './read-model.ts'
import { samplePreview } from './sample-media.ts'

export async function fill(store: Store, { schema, items, media }: ModelWorld): Promise<void> {
  await store.write(async (tx) => {
    await tx.roots.insert(schema.root)
    await insertMedia(tx, media)
    await saveItems(tx, schema, items, {
      actor: 'test',
      action: 'create',
      at: 0,
      isNew: true,
      before: [],
    })
  })
}

export async function insertMedia(tx: WriteTransaction, media: ModelWorld['media']): Promise<void> {
  for (const one of media) {
    await tx.media.insert(one)
    await tx.media.savePreview(one.sha256, samplePreview)
  }
}

/** Wrong estimates, so that every query plan is used: the plan must not change the response. */
export function misleading(seed: number): ReadCache {
  let turn = seed
  const wrong = [0, 1, 3, 1_000, 5_000_000]
  return {
    ...createReadCache(),
    estimates: { get: () => wrong[turn++ % wrong.length], set: () => {} },
    maxListed: [0, 3, 20_000][seed % 3] ?? 0,
  }
}
