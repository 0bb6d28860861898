/**
 * Statements of which none needs what another gives: a database far away gets them at once, in this
 * order. Ends when all have ended, so that nothing of them is still to come when their transaction is
 * undone; of several that fail, the first tells why.
 */
export async function together<T extends readonly Promise<unknown>[]>(
  ...statements: T
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  try {
    return await Promise.all(statements)
  } catch (error) {
    const ends = await Promise.allSettled(statements)
    throw ends.find((end) => end.status === 'rejected')?.reason ?? error
  }
}
