import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { version } from '../version.ts'
import { mixedVersions } from './mixed-versions.ts'

/** A project in which these packages are installed. */
function projectWith(t: TestContext, installed: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-mixed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, found] of Object.entries(installed)) {
    const target = join(folder, 'node_modules', name)
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'package.json'), JSON.stringify({ name, version: found }))
  }
  return folder
}

describe('mixed versions', () => {
  it('are not reported where all packages have the version of octavo', (t) => {
    const folder = projectWith(t, { octavo: version, '@octavo/client': version })
    assert.deepEqual(mixedVersions(folder), [])
  })

  it('are not reported where nothing of ours is installed', (t) => {
    assert.deepEqual(mixedVersions(projectWith(t, {})), [])
  })

  it('are reported with the file and the command that ends them', (t) => {
    const folder = projectWith(t, { octavo: version, '@octavo/client': '0.1.0' })
    const [finding, ...others] = mixedVersions(folder)
    assert.deepEqual(others, [])
    assert.equal(finding?.kind, 'problem')
    assert.match(finding.what, /@octavo\/client is version 0\.1\.0, and octavo is version/)
    assert.equal(
      finding.advice,
      `Run npm install --save-exact @octavo/client@${version} in the project.`,
    )
  })
})
