/** The packages in a registry on this machine, and empty folders to use them in. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll } from '../../scripts/pack/tarball.ts'
import type { Place } from './project.ts'
import { startRegistry } from './registry.ts'
import { installTools } from './tools.ts'

export interface Published {
  /** Where `installTools` has installed package managers. */
  tools: string
  /** An empty folder with an empty home. `programs` are folders that are first in PATH. */
  emptyPlace(name: string, programs?: readonly string[]): Place
  end(): Promise<void>
}

export async function publishAll(): Promise<Published> {
  const work = mkdtempSync(join(tmpdir(), 'octavo-published-'))
  const tools = join(work, 'tools')
  mkdirSync(tools)
  const tarballs = packAll(join(work, 'tarballs'))
  await installTools(tools)
  const registry = await startRegistry(tools, join(work, 'registry'))
  for (const tarball of tarballs) await registry.publish(tarball)
  return {
    tools,
    emptyPlace(name, programs = []) {
      const folder = join(work, name)
      const home = join(work, `${name}-home`)
      for (const path of [folder, home]) mkdirSync(path)
      return { folder, home, programs, settings: registry.environment }
    },
    async end() {
      await registry.stop()
      rmSync(work, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The same place in the folder of a project. */
export function inProject(place: Place, name = 'my-site'): Place {
  return { ...place, folder: join(place.folder, name) }
}
