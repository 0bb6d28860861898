/**
 * Statements of which none needs what another gives: a database far away gets them at once, in this
 * order. Ends when all have
 * ended, so that nothing of them is still to come when their transaction is undone.
 */
export async function together(...statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
