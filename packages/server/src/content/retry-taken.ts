import { TakenMeanwhile } from '../store/store.ts'

/** More transactions than this never take the same value in a row. */
const maxAttempts = 10

/**
 * Runs a transaction again if another one took a unique value at the same time: a derived slug then gets
 * another number, and a given value an error that names the other item.
 */
export async function retryTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TakenMeanwhile) || attempt === maxAttempts) throw error
    }
  }
}
