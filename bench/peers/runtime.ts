/** The Node version that a peer runs on, with its headers for native packages. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npmInstall } from './npm.ts'
import type { Runtime } from './peer.ts'

export async function runtimeFor(version: string | undefined, scratch: string): Promise<Runtime> {
  const own = { node: process.execPath, version: process.version.slice(1) }
  if (version === undefined) return { ...own, headers: headersBeside(own.node) }
  const folder = join(scratch, `node-${version}`)
  const node = join(folder, 'node_modules', 'node', 'bin', 'node')
  if (!existsSync(node)) {
    const manifest = { packages: { node: version }, scripts: ['node'] }
    await npmInstall(folder, manifest, { ...own, headers: undefined })
  }
  return { node, version, headers: headersBeside(node) }
}

/** The `node` package contains the complete distribution in a nested package. */
function headersBeside(node: string): string | undefined {
  const inside = join(dirname(dirname(node)), 'node_modules')
  if (!existsSync(inside)) return undefined
  return readdirSync(inside)
    .map((name) => join(inside, name))
    .find((folder) => existsSync(join(folder, 'include', 'node', 'node.h')))
}
