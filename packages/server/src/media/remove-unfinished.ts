import type { UploadContext } from './media-context.ts'

/** Takes away what uploads left behind whose process died. Those under way are left alone. */
export async function removeUnfinished({
  mediaStorage,
  spool,
}: Pick<UploadContext, 'mediaStorage' | 'spool'>): Promise<void> {
  for await (const { remove } of mediaStorage.unfinished()) await remove()
  for await (const { remove } of spool.unfinished()) await remove()
}
