/** The published packages and what their tests need, made once for a test run. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll } from '../../scripts/pack/tarball.ts'
import { installNodes, isWithoutNodes } from '../nodes/nodes.ts'
import { startRegistry } from './registry.ts'
import { installTools } from './tools.ts'

export interface Packages {
  /** In the order of `publishedPackages`. */
  tarballs: readonly string[]
  /** Where `installTools` has installed package managers. */
  tools: string
  /** Where `installNodes` has installed other releases of Node. */
  nodes: string
  /** The URL of a registry with our packages. */
  registry: string
}

export interface MadePackages {
  packages: Packages
  remove(): Promise<void>
}

/** Packs and publishes everything. The compiler takes some 40 s of CPU time. */
export async function makePackages(): Promise<MadePackages> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-published-'))
  const [tools, nodes] = [join(folder, 'tools'), join(folder, 'nodes')]
  for (const path of [tools, nodes]) mkdirSync(path)
  // These are processes, which run while `packAll` blocks this one.
  const installed = Promise.all([installTools(tools), isWithoutNodes || installNodes(nodes)])
  const tarballs = packAll(join(folder, 'tarballs'))
  await installed
  const registry = await startRegistry(tools, join(folder, 'registry'))
  for (const tarball of tarballs) await registry.publish(tarball)
  return {
    packages: { tarballs, tools, nodes, registry: registry.url },
    async remove() {
      await registry.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Those of this test run. */
export function usePackages(): Packages {
  const made = process.env['TEST_PACKAGES']
  if (made === undefined) throw new Error('run this file with npm run test:files -- FILE')
  return JSON.parse(made) as Packages
}
