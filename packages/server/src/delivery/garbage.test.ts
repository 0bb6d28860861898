/** The garbage that a read leaves behind. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * In bytes. An item without leaks leaves 3, and one retained closure 1,500. A list leaves up to 1,000, depending on
 * what was optimized, so its limit only catches more than a closure.
 */
const mostLeft: Readonly<Record<string, number>> = { item: 300, list: 2_000 }

it('reads leave no memory behind', async () => {
  const program = fileURLToPath(new URL('../testing/garbage-of-reads.ts', import.meta.url))
  const flags = ['--expose-gc', '--max-semi-space-size=2', '--min-semi-space-size=2']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program])
  const left = JSON.parse(stdout) as Record<string, number>
  for (const [what, bytes] of Object.entries(left)) {
    assert.ok(bytes < (mostLeft[what] ?? 0), `${bytes} bytes of each ${what}`)
  }
})
