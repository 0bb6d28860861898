/**
 * Runs several test files in one process. Most of them load the complete server, which takes 0.9 s of CPU
 * time in each process, and code that has run before is faster.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface Batches {
  /** The files to run, each in its own process. */
  files: string[]
  remove(): Promise<void>
}

const repository = fileURLToPath(new URL('..', import.meta.url))
const chromium = new URL('../tests/chromium.ts', import.meta.url)

const batchSize = 8
/** Tests of Studio take longer. */
const studioBatchSize = 3

/** The longest files, which start first: one that starts late would end alone, on one core. */
const longest = [
  'tests/packages/sites.long.test.ts',
  'tests/studio/accessibility-phone.long.test.ts',
  'packages/server/src/webhooks/crashes.long.test.ts',
  'tests/studio/accessibility-desktop.long.test.ts',
  'tests/release/release.long.test.ts',
  'tests/packages/bad-input.long.test.ts',
  'tests/bench.long.test.ts',
  'tests/live/recipes.long.test.ts',
  'tests/image/image.long.test.ts',
  'tests/packages/create.long.test.ts',
  'packages/server/src/cli/config-file.long.test.ts',
  'tests/docs-examples.long.test.ts',
  'tests/scheduled-kills.long.test.ts',
  'tests/astro-blog.long.test.ts',
  'tests/studio/selected-node.long.test.ts',
  'tests/studio/failures.long.test.ts',
  'tests/studio/confidence.long.test.ts',
]

/** Signs of a file that changes or measures its process, and therefore has one of its own. */
const ownProcess = /setFlagsFromString|process\.(?:memoryUsage|cpuUsage)|mock\.timers/

export async function makeBatches(paths: readonly string[]): Promise<Batches> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-tests-'))
  const all = paths.map((path) => relative(repository, resolve(path)))
  const studio = all.filter((path) => canShare(path, ['tests/studio']))
  const light = all.filter((path) => canShare(path, ['packages', 'tests/client']))
  const alone = all.filter((path) => !studio.includes(path) && !light.includes(path))
  const first = longest.filter((path) => alone.includes(path))
  const others = alone.filter((path) => !first.includes(path))
  const sources = [
    ...first.map((path) => suitesOf([path])),
    ...chunksOf(studio, studioBatchSize).map((batch) => sharing(batch) + suitesOf(batch)),
    ...chunksOf(light, batchSize).map(suitesOf),
    // The shortest ones are last, so that all cores are busy until the end.
    ...others.map((path) => suitesOf([path])),
  ]
  const files = sources.map((_, index) => join(folder, `batch-${index + 1}.test.mjs`))
  for (const [index, file] of files.entries()) await writeFile(file, sources[index] ?? '')
  return { files, remove: () => rm(folder, { recursive: true, force: true }) }
}

function canShare(path: string, folders: readonly string[]): boolean {
  if (!folders.some((folder) => path.startsWith(`${folder}/`))) return false
  if (path.endsWith('.long.test.ts')) return false
  return !ownProcess.test(readFileSync(join(repository, path), 'utf8'))
}

function chunksOf(paths: readonly string[], size: number): string[][] {
  const count = Math.ceil(paths.length / size)
  return Array.from({ length: count }, (_, at) => paths.slice(at * size, (at + 1) * size))
}

/** The outermost hooks of a file apply only to its own tests, because each file is a suite. */
function suitesOf(batch: readonly string[]): string {
  const suites = batch.map((path) => {
    const url = pathToFileURL(join(repository, path)).href
    return `describe(${JSON.stringify(path)}, () => import(${JSON.stringify(url)}))\n`
  })
  return `import { describe } from 'node:test'\n${suites.join('')}`
}

/** All files of the batch use one browser. */
function sharing(batch: readonly string[]): string {
  if (batch.length === 1) return ''
  return `import { after } from 'node:test'
import { shareChromium } from ${JSON.stringify(chromium.href)}
after(shareChromium())
`
}
