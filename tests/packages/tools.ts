/** Verdaccio and package managers, from npm. */
import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const bunPackages = { x64: '@oven/bun-linux-x64', arm64: '@oven/bun-linux-aarch64' }
const bun = process.platform === 'linux' && process.arch in bunPackages
const bunPackage = bun ? bunPackages[process.arch as keyof typeof bunPackages] : undefined

/** Why there is no Bun for this machine; false where there is. */
export const isWithoutBun = bunPackage ? false : `no Bun is listed for ${process.platform}`

/** They are large and used only here, so they are not dependencies of the repository. */
export async function installTools(folder: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(import.meta.dirname, 'tools', name), join(folder, name))
  }
  const words = ['ci', '--prefer-offline', '--loglevel=error']
  await promisify(execFile)('npm', words, { cwd: folder })
  for (const [name, file] of Object.entries(programs(folder))) writeProgram(folder, name, file)
}

/** A folder for PATH that contains one package manager under its usual name. */
export function toolFolder(tools: string, name: ToolName): string {
  return join(tools, 'programs', name)
}

export type ToolName = 'pnpm' | 'yarn' | 'yarn-1' | 'bun'

function programs(folder: string): Record<ToolName, string> {
  const installed = join(folder, 'node_modules')
  return {
    pnpm: join(installed, 'pnpm/bin/pnpm.mjs'),
    yarn: join(installed, '@yarnpkg/cli-dist/bin/yarn.js'),
    'yarn-1': join(installed, 'yarn/bin/yarn.js'),
    bun: join(installed, bunPackage ?? 'bun', 'bin/bun'),
  }
}

function writeProgram(folder: string, name: string, file: string): void {
  const path = join(folder, 'programs', name, name.replace('-1', ''))
  const program = name === 'bun' ? `"${file}"` : `node "${file}"`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\nexec ${program} "$@"\n`)
  chmodSync(path, 0o755)
}
