import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './octavo.ts'

/** What the server printed while it made the demo, beside its data. */
const printedFile = 'printed'

export interface DemoCopies {
  folder: string
  remove(): Promise<void>
}

/** Makes the demo once for a test run: a server starts on a copy of it in half of the CPU time. */
export async function makeDemo(): Promise<DemoCopies> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-demo-'))
  const server = await startServer(['--demo', '--data', join(folder, 'data')])
  await server.end('SIGTERM')
  await writeFile(join(folder, printedFile), server.printed)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Puts the demo of this test run into a data folder, and gives what the server printed when it was made;
 * undefined outside a run.
 */
export async function copyDemo(dataFolder: string): Promise<string | undefined> {
  const folder = process.env['TEST_DEMO']
  if (folder === undefined) return undefined
  await cp(join(folder, 'data'), dataFolder, { recursive: true })
  return readFile(join(folder, printedFile), 'utf8')
}
