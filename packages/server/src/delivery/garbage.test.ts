/** The garbage that a read leaves behind. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A read without leaks leaves a third of this; one retained closure leaves several times as much. */
const mostLeft = 800

it('reads leave no memory behind', async () => {
  const program = fileURLToPath(new URL('../testing/garbage-of-reads.ts', import.meta.url))
  const flags = ['--expose-gc', '--max-semi-space-size=2', '--min-semi-space-size=2']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program])
  const left = JSON.parse(stdout) as Record<string, number>
  for (const [what, bytes] of Object.entries(left)) {
    assert.ok(bytes < mostLeft, `${bytes} bytes of each ${what}`)
  }
})
