import { stat } from 'node:fs/promises'
import { CommandError } from './command.ts'

/** For files that are read twice, which rules out pipes. Returns the size in bytes. */
export async function requireFile(path: string): Promise<number> {
  const found = await stat(path)
  if (found.isDirectory()) throw new CommandError(`${path} is a folder. Give the path of a file.`)
  if (found.isFile()) return found.size
  throw new CommandError(
    `${path} is not a regular file. Save the data to a file, and give its path.`,
  )
}
