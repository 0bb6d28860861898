import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './octavo.ts'

/** The output of the server that created the demo, stored next to its data. */
const printedFile = 'printed'

export interface DemoCopies {
  folder: string
  remove(): Promise<void>
}

/** Creates the demo once for a test run: starting a server on a copy takes half of the CPU time. */
export async function makeDemo(): Promise<DemoCopies> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-demo-'))
  const server = await startServer(['--demo', '--data', join(folder, 'data')])
  await server.end('SIGTERM')
  await writeFile(join(folder, printedFile), server.printed)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Copies the demo of this test run into a data folder and returns the output of the server that created
 * it; undefined outside a test run.
 */
export async function copyDemo(dataFolder: string): Promise<string | undefined> {
  const folder = process.env['TEST_DEMO']
  if (folder === undefined) return undefined
  await cp(join(folder, 'data'), dataFolder, { recursive: true })
  return readFile(join(folder, printedFile), 'utf8')
}
