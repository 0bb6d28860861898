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
  packages: Record<string, { resolved?: string; hasInstallScript?: boolean }>
}

const repository = join(import.meta.dirname, '..')
const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: repository })]
const lockfile = readJson('package-lock.json') as Lockfile

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

  it('have no download addresses in package-lock.json, so that any registry serves them', () => {
    const addresses = Object.values(lockfile.packages)
      .map(({ resolved }) => resolved)
      .filter((resolved) => resolved?.includes('://'))
    assert.deepEqual(addresses, [])
  })

  it('run install scripts only where package.json allows it', () => {
    const { allowScripts = {} } = readJson('package.json') as Manifest
    const withScripts = Object.entries(lockfile.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    assert.deepEqual(withScripts.toSorted(), Object.keys(allowScripts).toSorted())
  })
})

function isExact(version: string): boolean {
  return /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(repository, path), 'utf8'))
}
