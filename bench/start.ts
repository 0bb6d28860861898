/** How long it takes to install Octavo, and from its start to the first response: `npm run bench:start`. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../packages/server/src/cli/free-port.ts'
import { packAll } from '../scripts/pack/tarball.ts'

const starts = 5
const limits = { install: 30, start: 1.2 }
const pause = 5

const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-start-'))
try {
  const installed = install(packAll(join(folder, 'tarballs')))
  await firstResponse('--demo')
  const times: number[] = []
  for (let count = 0; count < starts; count++) times.push(await firstResponse())
  const median = times.toSorted((a, b) => a - b)[Math.floor(starts / 2)] ?? Number.NaN
  console.log(
    `install with an empty cache     ${installed.toFixed(1)} s, at most ${limits.install} s`,
  )
  console.log(`start to first response, median ${median.toFixed(2)} s, at most ${limits.start} s`)
  console.log(`  each of ${starts}: ${times.map((time) => time.toFixed(2)).join(', ')}`)
  if (installed > limits.install || median > limits.start) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Seconds. */
function install(tarballs: readonly string[]): number {
  mkdirSync(join(folder, 'project'))
  writeFileSync(join(folder, 'project/package.json'), '{"private": true, "type": "module"}')
  const own = tarballs.filter((path) => !path.includes('create-octavo'))
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...own]
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') }
  const begun = performance.now()
  execFileSync('npm', words, { cwd: join(folder, 'project'), env, stdio: 'inherit' })
  return (performance.now() - begun) / 1000
}

/** Seconds from starting the process to the first response of the API. */
async function firstResponse(...flags: string[]): Promise<number> {
  const [port, assetsPort] = [await freePort(), await freePort()]
  const program = join(folder, 'project/node_modules/octavo/bin/octavo.js')
  const ports = ['--port', String(port), '--assets-port', String(assetsPort)]
  const begun = performance.now()
  const child = spawn(process.execPath, [program, 'start', ...ports, ...flags], {
    cwd: join(folder, 'project'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  while (!(await responds(port))) {
    if (child.exitCode !== null) throw new Error('octavo start ended')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const seconds = (performance.now() - begun) / 1000
  child.kill('SIGTERM')
  await exited
  return seconds
}

/** Any response of the content API: without a key it is 401. */
async function responds(port: number): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/contents`)
    return status === 401
  } catch {
    return false
  }
}
