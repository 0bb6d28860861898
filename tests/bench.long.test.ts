/** The benchmark runs, checks responses, and rejects wrong ones. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startBare, type BareServer } from '../bench/bare.ts'
import { requestText, startLoadGenerator, type LoadGenerator } from '../bench/load.ts'

describe('the load generator', () => {
  let bare: BareServer
  let load: LoadGenerator
  const path = '/here'
  const run = (requests: string[]) =>
    load.run({
      port: bare.port,
      connections: 4,
      until: 'all requests sent',
      requests,
      isSteady: true,
    })

  before(async () => {
    bare = await startBare()
    load = startLoadGenerator()
    await bare.serve(new Map([[path, Buffer.alloc(70_000)]]))
  })
  after(() => Promise.all([bare.stop(), load.stop()]))

  it('counts complete responses', async () => {
    const { responses, bytes } = await run(Array.from({ length: 10 }, () => requestText({ path })))
    assert.equal(responses, 10)
    assert.ok(bytes > 70_000 && bytes < 70_500, `${bytes} bytes`)
  })

  it('rejects a status other than 200', async () => {
    await assert.rejects(run([requestText({ path: '/elsewhere' })]), /404 Not Found/)
  })

  it('rejects a response that is longer than before', async () => {
    const requests = [requestText({ path })]
    await run(requests)
    await bare.serve(new Map([[path, Buffer.alloc(70_001)]]))
    await assert.rejects(run(requests), /70001 bytes, not 70000/)
  })
})

describe('the benchmark', () => {
  const program = fileURLToPath(new URL('../bench/run.ts', import.meta.url))
  const bench = (...options: string[]) =>
    promisify(execFile)(process.execPath, [
      program,
      '--seconds',
      '0.1',
      '--rounds',
      '1',
      ...options,
    ])

  const small = ['--sizes', '300', '--database', 'sqlite', '--workers', '1']

  it('measures on a small data set', async () => {
    const { stdout } = await bench(...small, '--only', 'R1,R4,W1,statements')
    for (const name of ['R1', 'R4', 'W1 create', 'statements per request: R1 ']) {
      assert.ok(stdout.includes(name), `${name} in ${stdout}`)
    }
    assert.doesNotMatch(stdout, /NaN|undefined|Infinity/)
  })

  it('rejects unknown options with the allowed values', async () => {
    await assert.rejects(bench('--only', 'R9'), /--only takes some of R1, .*, not "R9"/)
    await assert.rejects(bench('--sizes', 'many'), /--sizes takes whole numbers/)
  })
})

describe('the benchmark of attacks', () => {
  const program = fileURLToPath(new URL('../bench/hostile.ts', import.meta.url))
  const bench = (...options: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [program, ...options], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      )
    })

  it('prints a row for each measured request, and a verdict', async () => {
    const small = ['--database', 'sqlite', '--items', '20', '--seconds', '0.3']
    const only = ['--only', 'reads without readers,idle sockets']
    const { code, stdout, stderr } = await bench(...small, ...only)
    const rows = [
      /^reads without readers +\d +20 +[\w ]+: \d+.* cached read .* \d+ of \d+$/m,
      /^ +health .* \d+ of \d+$/m,
      /^ +read of another root space .* \d+ of \d+$/m,
      /^idle sockets +\d +2000 .* cached read .* \d+ of \d+$/m,
    ]
    for (const row of rows) assert.match(stdout, row, stderr)
    // Only checks that the verdict and the exit code agree, not how long requests take.
    const verdict = code === 0 ? /^No attack of 2 delays/m : /^\d of 2 attacks delay/m
    assert.match(stdout, verdict, stderr)
    assert.doesNotMatch(stdout, /NaN|undefined|Infinity/)
  })

  it('lists the attacks if one is unknown', async () => {
    const { code, stderr } = await bench('--only', 'rain')
    assert.equal(code, 1)
    assert.match(stderr, /--only takes some of .*twenty keywords.*, not "rain"/)
  })
})
