/**
 * Runs `node --test` with one PostgreSQL for all test files, and prints which files were slowest.
 * Arguments replace the files to run and may be options of the test runner.
 *
 * With `--long` it runs what a usual run leaves out: the files that are named `*.long.test.ts`, and the
 * tests that use `testing/runs.ts` again, with more cases.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestPostgres } from '../packages/server/src/testing/postgres.ts'
import { makeTemplate } from '../packages/server/src/testing/template.ts'
import type { FileTime } from './file-times.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
/** How many times as many cases a long run generates. */
const longFactor = 4
const slowestShown = 10
/**
 * One more than there are cores, since tests wait for browsers, databases and processes. The bound keeps
 * all pools together below what PostgreSQL takes.
 */
const concurrency = Math.min(availableParallelism() + 1, 8)

const given = process.argv.slice(2).filter((argument) => argument !== '--long')
const isLong = process.argv.includes('--long')
const files = given.some((argument) => !argument.startsWith('-')) ? [] : testFiles()

const folder = await mkdtemp(join(tmpdir(), 'octavo-tests-'))
const timesFile = join(folder, 'times')
const postgres = await startTestPostgres()
const runner = spawn(
  process.execPath,
  [
    '--test',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(import.meta.dirname, 'file-times.ts')}`,
    `--test-reporter-destination=${timesFile}`,
    `--test-concurrency=${concurrency}`,
    ...given,
    ...files,
  ],
  {
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: join(repository, 'node_modules', '.cache', 'octavo-tests'),
      ...(isLong && { OCTAVO_TEST_RUNS: String(longFactor) }),
      ...process.env,
      TEST_DATABASE_URL: postgres.url,
      TEST_DATABASE_TEMPLATE: await makeTemplate(postgres.url),
    },
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => runner.kill(signal))
}
const [code] = (await once(runner, 'exit')) as [number | null]
await postgres.stop()
await printSlowest()
await rm(folder, { recursive: true })
process.exitCode = code ?? 1

function testFiles(): string[] {
  const all = globSync(['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: repository })
  return all.filter((file) => {
    const isOnlyLong = file.endsWith('.long.test.ts')
    return isLong ? isOnlyLong || usesRuns(file) : !isOnlyLong
  })
}

function usesRuns(file: string): boolean {
  return readFileSync(join(repository, file), 'utf8').includes('testing/runs.ts')
}

async function printSlowest(): Promise<void> {
  const lines = (await readFile(timesFile, 'utf8')).split('\n').filter(Boolean)
  const times = lines
    .map((line) => JSON.parse(line) as FileTime)
    .toSorted((a, b) => b.time - a.time)
  if (times.length < 2) return
  console.log('\nSlowest test files, in seconds:')
  for (const { file, time } of times.slice(0, slowestShown)) {
    console.log(`${(time / 1000).toFixed(1).padStart(7)}  ${relative(repository, file)}`)
  }
}
