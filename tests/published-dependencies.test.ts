/** What the published packages bring along: reviewed in docs/packages.md. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { publishedPackages } from '../scripts/pack/packages.ts'
import { repository, sourceManifest } from '../scripts/pack/repository.ts'

interface Locked {
  license?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const page = read('docs/packages.md')

/** Licences that allow to sell and to change what contains the package, or that bind a separate library only. */
const allowed = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'Apache-2.0', 'PSF-2.0', 'LGPL-3.0-or-later']

const direct = publishedPackages.flatMap(({ folder }) =>
  Object.keys(sourceManifest(folder).dependencies ?? {}).filter(
    (name) => !name.startsWith('@octavo/'),
  ),
)

/** The paths of a package and of all that it depends on. */
function withDependencies(path: string, found = new Set<string>()): Set<string> {
  const { dependencies, optionalDependencies } = packages[path] ?? {}
  if (found.has(path)) return found
  found.add(path)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const nested = `${path}/node_modules/${name}`
    const target = nested in packages ? nested : `node_modules/${name}`
    if (target in packages) withDependencies(target, found)
  }
  return found
}

describe('dependencies of the published packages', () => {
  for (const name of new Set(direct)) {
    it(`${name} is described in docs/packages.md, has no install script and an accepted licence`, () => {
      assert.ok(page.includes(`\n| \`${name}\` |`), 'it has no row there')
      for (const path of withDependencies(`node_modules/${name}`)) {
        const { license = '', hasInstallScript = false } = packages[path] ?? {}
        const unknown = license.split(' AND ').filter((one) => !allowed.includes(one))
        assert.deepEqual([path, unknown, hasInstallScript], [path, [], false])
      }
    })
  }
})
