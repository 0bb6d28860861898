import type { ReceivingContext } from './media-context.ts'

/** Rejects a received file if `mediaBytes` more would exceed the quota of its root space. */
export async function checkMediaQuota(
  { store, schemas, quotas }: ReceivingContext,
  rootId: number,
  mediaBytes: number,
  isRepeated?: () => Promise<boolean>,
): Promise<void> {
  const { root } = await store.read((tx) => schemas.in(tx, rootId))
  await quotas.requireRoom(root, { mediaBytes }, isRepeated)
}
