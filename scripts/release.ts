/**
 * Prepares a release: `npm run release -- patch|minor|major|VERSION [--commit] [--out DIR]`. Sets the
 * version, writes CHANGELOG.md, records the upgrade fixture and packs the packages. Without `--commit`, the
 * changes stay uncommitted, to be checked and edited. If a step fails, nothing is changed.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createFixture } from '../tests/upgrades/create-fixture.ts'
import { fixtureFolder, writeFixture } from '../tests/upgrades/fixture.ts'
import { releaseVersion, repository } from './pack/repository.ts'
import { packAll } from './pack/tarball.ts'
import { withRelease } from './release/changelog.ts'
import { git, subjectsSinceRelease } from './release/git.ts'
import { nextVersion } from './release/version.ts'

const program = join(repository, 'packages/server/bin/octavo.js')

async function release(wanted: string, { out, commits }: { out: string; commits: boolean }) {
  const current = releaseVersion()
  const version = nextVersion(current, wanted)
  const tag = `v${version}`
  requireClean()
  if (git('tag', '--list', tag) !== '') throw new Error(`the tag ${tag} exists already`)
  const changelog = withRelease(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8'), {
    version,
    date: new Date().toISOString().slice(0, 10),
    commits: subjectsSinceRelease(current),
  })
  try {
    writeFileSync(join(repository, 'CHANGELOG.md'), changelog)
    setVersion(current, version)
    for (const path of packAll(out)) console.log(path)
    for (const kind of ['sqlite', 'postgres'] as const) {
      await writeFixture(version, kind, await createFixture(program, kind))
    }
  } catch (error) {
    // Everything was committed before.
    git('restore', '.')
    rmSync(fixtureFolder(version), { recursive: true, force: true })
    throw error
  }
  if (!commits) return `Check CHANGELOG.md. Then run:\n${commitCommands(version).join('\n')}`
  git('add', '--all')
  git('commit', '--quiet', '--message', `release: ${version}`)
  git('tag', '--annotate', tag, '--message', `Octavo ${version}`)
  return `Committed and tagged ${tag}. Nothing was pushed or published.`
}

function requireClean(): void {
  const changed = git('status', '--porcelain')
  if (changed === '') return
  throw new Error(`commit or stash these changes first:\n${changed}`)
}

/** In the manifest, in the lock file, and where examples name the package or the image. */
function setVersion(current: string, version: string): void {
  replaceIn('packages/server/package.json', `"version": "${current}"`, `"version": "${version}"`)
  const inLock = (text: string): string => `"name": "@octavo/server",\n      "version": "${text}"`
  replaceIn('package-lock.json', inLock(current), inLock(version))
  replaceIn('docs/operations.md', `octavo@${current}`, `octavo@${version}`)
  for (const path of globSync('deploy/kubernetes/*.yaml', { cwd: repository })) {
    replaceIn(path, `octavo:${current}`, `octavo:${version}`)
  }
}

function replaceIn(name: string, before: string, after: string): void {
  const path = join(repository, name)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${name} does not contain ${before}`)
  writeFileSync(path, text.replaceAll(before, after))
}

function commitCommands(version: string): string[] {
  return [
    'git add --all',
    `git commit --message "release: ${version}"`,
    `git tag --annotate v${version} --message "Octavo ${version}"`,
  ]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commit: { type: 'boolean', default: false },
    out: { type: 'string', default: join(repository, 'dist') },
  },
})
const [wanted, ...others] = positionals
if (wanted === undefined || others.length > 0) {
  console.error('release: name one version: npm run release -- patch, minor, major, or 1.2.3')
  process.exitCode = 2
} else {
  try {
    const out = resolve(values.out)
    console.log(await release(wanted, { out, commits: values.commit }))
  } catch (error) {
    console.error(`release: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
