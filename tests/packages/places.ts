/** Empty folders to use the packages of the registry in. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usePackages } from './packages.ts'
import { npmCache, type Place } from './project.ts'
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
      const cache = join(home, 'npm')
      for (const path of [folder, home, cache]) mkdirSync(path)
      shareDownloads(cache)
      return { folder, home, programs, settings: { ...settings, npm_config_cache: cache } }
    },
    remove: () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** The cache has no packages that npx has installed before, about which npm would not ask. */
function shareDownloads(cache: string): void {
  const downloads = join(npmCache, '_cacache')
  mkdirSync(downloads, { recursive: true })
  symlinkSync(downloads, join(cache, '_cacache'))
}

/** The same place in the folder of a project. */
export function inProject(place: Place, name = 'my-site'): Place {
  return { ...place, folder: join(place.folder, name) }
}
