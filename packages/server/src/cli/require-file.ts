import { stat } from 'node:fs/promises'
import { CommandError } from './command.ts'

/** For what is read more than once: a pipe is empty the second time. Returns its size in bytes. */
export async function requireFile(path: string): Promise<number> {
  const found = await stat(path)
  if (found.isDirectory()) throw new CommandError(`${path} is a folder, not a file. Name a file.`)
  if (found.isFile()) return found.size
  throw new CommandError(
    `${path} can be read only once. Save what it brings to a file, and name that.`,
  )
}
