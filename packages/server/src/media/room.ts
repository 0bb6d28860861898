import type { ReceivingContext } from './media-context.ts'

/** Refuses a file that has come, where the quota of its root space leaves no room for so many more bytes. */
export async function requireRoom(
  { store, schemas, quotas }: ReceivingContext,
  rootId: number,
  mediaBytes: number,
  isRepeated?: () => Promise<boolean>,
): Promise<void> {
  const { root } = await store.read((tx) => schemas.in(tx, rootId))
  await quotas.requireRoom(root, { mediaBytes }, isRepeated)
}
