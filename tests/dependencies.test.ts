import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

interface Lockfile {
  packages: Record<string, Manifest & { resolved?: string; hasInstallScript?: boolean }>
}

const repository = join(import.meta.dirname, '..')
/** Folders with their own lock file. */
const installed = [
  '.',
  'examples/astro-blog',
  'tests/client/runtimes',
  'tests/nodes',
  'tests/packages/tools',
]
const manifests = [
  ...installed.map((folder) => join(folder, 'package.json')),
  ...globSync('packages/*/package.json', { cwd: repository }),
  ...globSync('packages/create-octavo/templates/*/site/package.json', { cwd: repository }),
]

describe('dependencies', () => {
  for (const path of manifests) {
    it(`have exact versions in ${path}`, () => {
      const manifest = readJson(path) as Manifest
      const versions = {
        ...manifest.dependencies,
        ...manifest.devDependencies,
        ...manifest.optionalDependencies,
        ...manifest.peerDependencies,
      }
      const loose = Object.entries(versions).filter(([, version]) => !isExact(version))
      assert.deepEqual(loose, [])
    })
  }

  for (const folder of installed) {
    const { packages } = readJson(join(folder, 'package-lock.json')) as Lockfile

    it(`have no download URLs in the lock file of ${folder}, so that any registry works`, () => {
      const addresses = Object.values(packages)
        .map(({ resolved }) => resolved)
        .filter((resolved) => resolved?.includes('://'))
      assert.deepEqual(addresses, [])
    })

    it(`of ${folder} match its lock file`, () => {
      const manifest = readJson(join(folder, 'package.json')) as Manifest
      const { dependencies, devDependencies, optionalDependencies } = packages[''] ?? {}
      assert.deepEqual(
        [dependencies, devDependencies, optionalDependencies],
        [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies],
      )
    })
  }

  it('run install scripts only where package.json allows it', () => {
    const { packages } = readJson('package-lock.json') as Lockfile
    const { allowScripts = {} } = readJson('package.json') as Manifest
    const withScripts = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    assert.deepEqual(withScripts.toSorted(), Object.keys(allowScripts).toSorted())
  })
})

/** A folder of this repository counts as an exact version. */
function isExact(version: string): boolean {
  return (
    version.startsWith('file:../') ||
    /^(npm:[a-z0-9-]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)
  )
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(repository, path), 'utf8'))
}
