/**
 * Runs test files with one shared PostgreSQL, and prints the slowest files. Arguments name the files to
 * run; `--test-name-pattern` selects tests by name.
 *
 * `--long` runs the files named `*.long.test.ts`, which a normal run skips, and repeats the tests that
 * use `testing/runs.ts` with more cases.
 */
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeDemo } from '../packages/server/src/testing/demo.ts'
import { startTestPostgres } from '../packages/server/src/testing/postgres.ts'
import { makeTemplates } from '../packages/server/src/testing/template.ts'
import type { MadePackages } from '../tests/packages/packages.ts'
import { makeBatches } from './test-batches.ts'

interface EndedTest {
  name: string
  nesting: number
  details: { duration_ms: number }
}

const repository = fileURLToPath(new URL('..', import.meta.url))
/** A long run generates this many times as many cases. */
const longFactor = 4
const slowestShown = 10
/**
 * Two more than the number of cores, because tests wait for browsers, databases and processes. The
 * maximum keeps all pools together below PostgreSQL's connection limit.
 */
const concurrency = Math.min(availableParallelism() + 2, 8)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
  },
})
const isLong = values.long
const files = positionals.length > 0 ? positionals.flatMap(filesNamed) : testFiles()

const postgres = await startTestPostgres()
process.env['NODE_COMPILE_CACHE'] ??= join(repository, 'node_modules', '.cache', 'octavo-tests')
if (isLong) process.env['OCTAVO_TEST_RUNS'] ??= String(longFactor)
const templates = await makeTemplates(postgres.url)
process.env['TEST_DATABASE_TEMPLATE'] = templates.database
process.env['TEST_DATA_TEMPLATE'] = templates.folder
process.env['TEST_DATABASE_URL'] = postgres.url
const demo = files.some(usesDemo) ? await makeDemo() : undefined
if (demo) process.env['TEST_DEMO'] = demo.folder
const made = files.some(usesPackages) ? await packagesOfRun() : undefined
if (made) process.env['TEST_PACKAGES'] = JSON.stringify(made.packages)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopping.abort())
}
const batches = await makeBatches(files)
const times: { file: string; milliseconds: number }[] = []
const tests = run({
  files: batches.files,
  concurrency,
  signal: stopping.signal,
  testNamePatterns: values['test-name-pattern'],
})
tests.on('test:pass', addTime)
tests.on('test:fail', (test) => {
  process.exitCode = 1
  addTime(test)
})
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
const report = tests.compose(spec)
report.pipe(process.stdout)
await finished(report)
await batches.remove()
await templates.remove()
await demo?.remove()
await made?.remove()
await postgres.stop()
printSlowest()

function testFiles(): string[] {
  const all = ['tests/**/*.test.ts', 'packages/*/src/**/*.test.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: repository }).toSorted(),
  )
  const chosen = all.filter((file) => {
    const isOnlyLong = file.endsWith('.long.test.ts')
    return isLong ? isOnlyLong || usesRuns(file) : !isOnlyLong
  })
  return chosen.map((file) => join(repository, file))
}

function filesNamed(pattern: string): string[] {
  const found = globSync(pattern)
  if (found.length === 0) throw new Error(`no test file matches ${pattern}`)
  return found
}

function usesRuns(file: string): boolean {
  return readFileSync(join(repository, file), 'utf8').includes('testing/runs.ts')
}

function usesDemo(file: string): boolean {
  return readFileSync(file, 'utf8').includes(`from './suite.ts'`)
}

function usesPackages(file: string): boolean {
  return /\b(?:usePackages|makePlaces)\(/.test(readFileSync(file, 'utf8'))
}

/** Loading the module runs npm, which most runs do not need. */
async function packagesOfRun(): Promise<MadePackages> {
  const { makePackages } = await import('../tests/packages/packages.ts')
  return makePackages()
}

/** The outermost suites are the files. */
function addTime({ name, nesting, details }: EndedTest): void {
  if (nesting === 0) times.push({ file: name, milliseconds: details.duration_ms })
}

function printSlowest(): void {
  if (times.length < 2) return
  console.log('\nSlowest test files, in seconds:')
  const slowest = times.toSorted((a, b) => b.milliseconds - a.milliseconds)
  for (const { file, milliseconds } of slowest.slice(0, slowestShown)) {
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)}  ${file}`)
  }
}
