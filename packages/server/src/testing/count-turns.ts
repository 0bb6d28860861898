/** How often the event loop serves others during the work. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
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
