/** `octavo` runs from any folder and on any Node version. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'

const program = join(import.meta.dirname, '../packages/server/bin/octavo.js')
const older = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((path) => existsSync(path) && majorOf(path) < 26)

function majorOf(path: string): number {
  return Number.parseInt(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.slice(1), 10)
}

const skip = older === undefined && 'this machine has no Node before 26'

describe('octavo on an older Node', { skip }, () => {
  const words = ['--port', '0', '--assets-port', '0']

  it('passes on the output and the exit code', () => {
    const run = (...args: string[]) =>
      spawnSync(older ?? '', [program, ...args], { encoding: 'utf8', cwd: tmpdir() })
    assert.match(run('--help').stdout, /schema apply/)
    const wrong = run('nonsense')
    assert.equal(wrong.status, 2)
    assert.match(wrong.stderr, /nonsense/)
  })

  it('serves, and stops on SIGTERM', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-older-'))
    const server = spawn(older ?? '', [program, 'start', ...words, '--data', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const exited = once(server, 'exit')
      for await (const line of createInterface(server.stdout)) if (/Assets/.test(line)) break
      server.kill('SIGTERM')
      assert.deepEqual(await exited, [0, null])
    } finally {
      server.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
