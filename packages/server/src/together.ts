/**
 * Statements of which none needs what another gives: a database far away gets them at once, in this
 * order. Ends when all have ended, so that nothing of them is still to come when their transaction is
 * undone; of several that fail, the first tells why.
 */
export async function together<T extends readonly Promise<unknown>[]>(
  ...statements: T
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  const ends = await Promise.allSettled(statements)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  const values = ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined))
  return values as { -readonly [Index in keyof T]: Awaited<T[Index]> }
}
