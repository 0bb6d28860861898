/** Empty folders to use the packages of the registry in. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usePackages } from './packages.ts'
import type { Place } from './project.ts'
import { registryEnvironment } from './registry.ts'

export interface Places {
  /** An empty folder with an empty home. `programs` are folders that are first in PATH. */
  emptyPlace(name: string, programs?: readonly string[]): Place
  remove(): void
}

export function makePlaces(): Places {
  const work = mkdtempSync(join(tmpdir(), 'octavo-places-'))
  const settings = registryEnvironment(usePackages().registry)
  return {
    emptyPlace(name, programs = []) {
      const folder = join(work, name)
      const home = join(work, `${name}-home`)
      for (const path of [folder, home]) mkdirSync(path)
      return { folder, home, programs, settings }
    },
    remove: () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** The same place in the folder of a project. */
export function inProject(place: Place, name = 'my-site'): Place {
  return { ...place, folder: join(place.folder, name) }
}
