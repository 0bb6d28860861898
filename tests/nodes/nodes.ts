/** Releases of Node as npm brings them: one package for each system. */
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const systems = ['linux-x64', 'linux-arm64']
const system = `${process.platform}-${process.arch}`

/** Why there are no other releases for this machine; false where there are. */
export const isWithoutNodes = systems.includes(system)
  ? false
  : `no other releases of Node are listed for ${system}`

/** The folder of `node`, to be the first of PATH. */
export function nodeFolder(installed: string, major: 20 | 24 | 26): string {
  if (major === 26) return dirname(process.execPath)
  return join(installed, 'node_modules', `node-${major}-${system}`, 'bin')
}

/** They are large, and of use to one test alone: so they are not among the repository's packages. */
export async function installNodes(folder: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(import.meta.dirname, name), join(folder, name))
  }
  const words = ['ci', '--prefer-offline', '--loglevel=error']
  await promisify(execFile)('npm', words, { cwd: folder })
}
