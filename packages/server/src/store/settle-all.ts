/**
 * Runs independent statements concurrently: a remote database receives them in this order without waiting
 * in between. Waits until all have settled, so that none is still running when the transaction is rolled
 * back. If several fail, it throws the error of the first one in order.
 */
export async function settleAll<T extends readonly Promise<unknown>[]>(
  ...statements: T
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  try {
    return await Promise.all(statements)
  } catch (error) {
    const ends = await Promise.allSettled(statements)
    throw ends.find((end) => end.status === 'rejected')?.reason ?? error
  }
}
