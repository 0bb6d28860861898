/** `npm run release` in a copy of the repository. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { releaseVersion, repository } from '../../scripts/pack/repository.ts'
import { nextVersion } from '../../scripts/release/version.ts'

const current = releaseVersion()
const next = nextVersion(current, 'minor')

describe('npm run release', () => {
  let copy: string

  before(() => {
    mkdirSync(join(repository, 'dist'), { recursive: true })
    copy = mkdtempSync(join(repository, 'dist', 'release-'))
    const listed = git(repository, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    for (const name of listed.split('\0').filter(Boolean)) copyInto(copy, name)
    // Built by `npm run setup`, and not under version control.
    copyInto(copy, 'packages/studio/dist')
    linkPackages(copy)
    git(copy, 'init', '--quiet')
    commit('all: start')
  })
  after(() => rmSync(copy, { recursive: true, force: true }))

  function commit(message: string): void {
    git(copy, 'add', '--all')
    git(copy, 'commit', '--quiet', '--message', message)
  }

  function release(...words: string[]) {
    const script = join(copy, 'scripts/release.ts')
    return spawnSync(process.execPath, [script, ...words], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, ...identity },
    })
  }

  it('without a version, or with a bad one, says what is allowed', () => {
    assert.match(release().stderr, /name one version: npm run release -- patch/)
    const { status, stderr } = release(current)
    assert.deepEqual([status, stderr.includes('must be higher')], [1, true])
  })

  it('refuses uncommitted changes', () => {
    writeFileSync(join(copy, 'note.txt'), 'x')
    const { status, stderr } = release('minor')
    assert.equal(status, 1)
    assert.match(stderr, /commit or stash these changes first:\n\?\? note\.txt/)
    rmSync(join(copy, 'note.txt'))
  })

  it('changes nothing if a step fails', () => {
    const path = join(copy, 'packages/schema/src/fold.ts')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, `${text}\nexport const broken: number = 'text'\n`)
    commit('schema: break the build')
    const { status, stderr } = release('minor')
    assert.equal(status, 1, stderr)
    assert.match(stderr, /packages\/schema does not compile/)
    assert.equal(git(copy, 'status', '--porcelain'), '')
    writeFileSync(path, text)
    commit('schema: repair the build')
  })

  it('sets the version, writes the changelog, records the fixture, packs, commits and tags', () => {
    const out = join(copy, 'dist')
    const { status, stdout, stderr } = release('minor', '--commit', '--out', out)
    assert.equal(status, 0, stderr)
    assert.match(stdout, new RegExp(`tagged v${next}\\. Nothing was pushed`))
    assert.ok(readdirSync(out).includes(`octavo-${next}.tgz`))
    assert.equal(git(copy, 'status', '--porcelain'), '')
    assert.equal(git(copy, 'tag', '--list'), `v${next}`)
    assert.equal(git(copy, 'log', '-1', '--format=%s'), `release: ${next}`)
    const changed = git(copy, 'show', '--name-only', '--format=', 'HEAD').split('\n')
    for (const path of [
      'CHANGELOG.md',
      'package-lock.json',
      'packages/server/package.json',
      `tests/upgrades/releases/${next}/postgres.json.br`,
      `tests/upgrades/releases/${next}/sqlite.json.br`,
    ]) {
      assert.ok(changed.includes(path), `${path} is missing in ${changed.join(' ')}`)
    }
    const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')
    assert.match(changelog, /### Schema\n\n- Break the build\n- Repair the build\n/)
  })
})

const identity = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@octavo.test',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@octavo.test',
}

function git(folder: string, ...words: string[]): string {
  const options = { cwd: folder, env: { ...process.env, ...identity }, maxBuffer: 1e8 }
  return execFileSync('git', words, { ...options, encoding: 'utf8' }).trim()
}

function copyInto(folder: string, name: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  cpSync(join(repository, name), join(folder, name), { recursive: true })
}

/** Installed packages are found in the folders above the copy, except ours, and the compiler by its path. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@octavo'), { recursive: true })
  symlinkSync(join(repository, 'node_modules/typescript'), join(packages, 'typescript'))
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(packages, '@octavo', name))
  }
}
