/**
 * Runs `node --test` with one PostgreSQL for all test files. Arguments replace the files to run and
 * may be options of the test runner.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { startTestPostgres } from '../packages/server/src/testing/postgres.ts'

const everything = ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts']
// Node would leave one core idle. The bound keeps all pools together below what PostgreSQL takes.
const concurrency = Math.min(availableParallelism(), 8)

const given = process.argv.slice(2)
const postgres = await startTestPostgres()
const runner = spawn(
  process.execPath,
  [
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${concurrency}`,
    ...(given.some((argument) => !argument.startsWith('-')) ? given : [...given, ...everything]),
  ],
  { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url } },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => runner.kill(signal))
}
const [code] = (await once(runner, 'exit')) as [number | null]
await postgres.stop()
process.exitCode = code ?? 1
