/** How many turns the event loop takes meanwhile: each of them can serve other requests. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = (): void => {
    turns++
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  try {
    await work()
  } finally {
    clearImmediate(immediate)
  }
  return turns
}
