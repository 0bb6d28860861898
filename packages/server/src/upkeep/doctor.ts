/** Checks the installation, the database and derived data. Changes nothing unless `isRepairing` is set. */
import { randomUUID } from 'node:crypto'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../store/create-folder.ts'
import { isNodeSupported, oldestNode } from '../supported-node.ts'
import { examineContent } from './examine-content.ts'
import { examineMedia } from './examine-media.ts'
import type { Examination } from './finding.ts'

export async function examine(examination: Examination): Promise<void> {
  await examineInstallation(examination)
  for (const fault of await examination.context.store.faults()) {
    examination.onFinding({
      kind: 'problem',
      what: `Database: ${fault}`,
      advice: 'Update or repair the database, or restore the last backup with octavo restore.',
    })
  }
  await examineContent(examination)
  await examineMedia(examination)
}

const leastFreeBytes = 200e6

async function examineInstallation({ dataFolder, onFinding }: Examination): Promise<void> {
  const { node } = process.versions
  if (!isNodeSupported(node)) {
    const advice = 'Install the current LTS release of Node.'
    onFinding({
      kind: 'problem',
      what: `Node ${node} is older than ${oldestNode}`,
      advice,
    })
  }
  const fault = await writingFault(dataFolder)
  if (fault !== undefined) {
    const advice = 'Change its permissions, or choose another with --data.'
    onFinding({ kind: 'problem', what: `Cannot write to ${dataFolder}: ${fault}`, advice })
    return
  }
  await examineMode(dataFolder, onFinding)
  const { bavail, bsize } = await statfs(dataFolder)
  if (bavail * bsize >= leastFreeBytes) return
  onFinding({
    kind: 'problem',
    what: `Only ${Math.floor((bavail * bsize) / 1e6)} MB free on the disk of ${dataFolder}`,
    advice: 'Free some space: writes fail when the disk is full.',
  })
}

/** The database file has its own permissions, but other files, and all names and sizes, are visible. */
async function examineMode(folder: string, onFinding: Examination['onFinding']): Promise<void> {
  const mode = (await stat(folder)).mode & 0o777
  if (process.platform === 'win32' || (mode & 0o077) === 0) return
  onFinding({
    kind: 'remark',
    what: `Other users of this machine can read ${folder} (mode ${mode.toString(8)})`,
    advice: `To prevent this, run chmod 700 ${folder}.`,
  })
}

async function writingFault(folder: string): Promise<string | undefined> {
  const probe = join(folder, `doctor-${randomUUID()}`)
  try {
    createFolder(folder)
    await writeFile(probe, '')
    await rm(probe)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
