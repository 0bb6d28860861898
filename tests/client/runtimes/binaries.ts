/** The runtimes from npm: one package with one program per platform. */
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const systems = {
  'linux-x64': {
    bun: '@oven/bun-linux-x64/bin/bun',
    deno: '@deno/linux-x64-glibc/deno',
    workerd: '@cloudflare/workerd-linux-64/bin/workerd',
  },
  'linux-arm64': {
    bun: '@oven/bun-linux-aarch64/bin/bun',
    deno: '@deno/linux-arm64-glibc/deno',
    workerd: '@cloudflare/workerd-linux-arm64/bin/workerd',
  },
  'darwin-arm64': {
    bun: '@oven/bun-darwin-aarch64/bin/bun',
    deno: '@deno/darwin-arm64/deno',
    workerd: '@cloudflare/workerd-darwin-arm64/bin/workerd',
  },
}

const system = `${process.platform}-${process.arch}`
const programs = Object.entries(systems).find(([name]) => name === system)?.[1]

/** Why there are no runtimes for this platform; false if there are. */
export const isWithoutRuntimes = programs ? false : `no runtimes are listed for ${system}`

export function programIn(folder: string, runtime: 'bun' | 'deno' | 'workerd'): string {
  return join(folder, 'node_modules', programs?.[runtime] ?? runtime)
}

/** They are large and used only here, so they are not dependencies of the repository. */
export async function installRuntimes(folder: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(import.meta.dirname, name), join(folder, name))
  }
  const words = ['ci', '--prefer-offline', '--loglevel=error']
  await promisify(execFile)('npm', words, { cwd: folder })
}
