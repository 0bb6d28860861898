/**
 * Runs test files with one shared PostgreSQL, and prints the slowest files. Arguments name the files to
 * run; `--test-name-pattern` selects tests by name.
 *
 * `--long` runs the files named `*.long.test.ts`, which a normal run skips, and repeats the tests that
 * use `testing/runs.ts` with more cases.
 */
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeDemo } from '../packages/server/src/testing/demo.ts'
import { startTestPostgres } from '../packages/server/src/testing/postgres.ts'
import { makeTemplate } from '../packages/server/src/testing/template.ts'

interface FileTime {
  file: string
  milliseconds: number
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
process.env['TEST_DATABASE_TEMPLATE'] = await makeTemplate(postgres.url)
process.env['TEST_DATABASE_URL'] = postgres.url
const demo = files.some(usesDemo) ? await makeDemo() : undefined
if (demo) process.env['TEST_DEMO'] = demo.folder

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopping.abort())
}
const times: FileTime[] = []
const tests = run({
  files,
  concurrency,
  signal: stopping.signal,
  testNamePatterns: values['test-name-pattern'],
})
tests.on('test:fail', () => (process.exitCode = 1))
tests.on('test:summary', ({ file, duration_ms: milliseconds, success }) => {
  if (!success) process.exitCode = 1
  // The summary of the complete run has no file.
  if (file !== undefined) times.push({ file, milliseconds })
})
const report = tests.compose(spec)
report.pipe(process.stdout)
await finished(report)
await demo?.remove()
await postgres.stop()
printSlowest()

/** End-to-end tests take longest. They run first, so that all cores are busy until the end. */
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

function printSlowest(): void {
  if (times.length < 2) return
  console.log('\nSlowest test files, in seconds:')
  const slowest = times.toSorted((a, b) => b.milliseconds - a.milliseconds)
  for (const { file, milliseconds } of slowest.slice(0, slowestShown)) {
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)}  ${relative(repository, file)}`)
  }
}
