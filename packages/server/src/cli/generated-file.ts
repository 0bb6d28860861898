/** Files that a command generates and that editors, compilers and watchers may read at any time. */
import { readFile, rename, writeFile } from 'node:fs/promises'

/** Undefined if there is no such file. */
export async function textOfFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Renaming is atomic: a reader sees the old file or the new one, never a part. */
export async function replaceFileText(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`
  await writeFile(beside, text)
  await rename(beside, path)
}
