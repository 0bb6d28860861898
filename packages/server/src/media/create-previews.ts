import { buffer } from 'node:stream/consumers'
import { defaultMediaLimits, type MediaContext } from './media-context.ts'
import { createPreview, noPreview } from './preview.ts'

/** Few, so that a stopped server stops soon. */
const batchSize = 20

/** Creates the previews of images that have none, for example because an older version stored them. */
export async function createPreviews(
  { store, mediaStorage }: Pick<MediaContext, 'store' | 'mediaStorage'>,
  signal: AbortSignal,
): Promise<number> {
  let created = 0
  for (;;) {
    const images = await store.read((tx) => tx.media.withoutPreview(batchSize))
    if (images.length === 0) return created
    for (const { sha256 } of images) {
      if (signal.aborted) return created
      const bytes = await mediaStorage.read(sha256).then(buffer, () => undefined)
      const preview = bytes && (await createPreview(bytes, defaultMediaLimits.pixels))
      // An image that cannot be decoded has an empty preview, so that this does not try again.
      await store.write((tx) => tx.media.savePreview(sha256, preview ?? noPreview))
      created++
    }
  }
}
