#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/** An older Node cannot read TypeScript, and complains in words that help nobody. */
const neededMajor = 26

/**
 * Room for objects that live no longer than a request: a quarter of what Node takes on a machine with
 * plenty of memory. Answers come as soon. Objects that are made where long-lived ones were made while
 * memories filled up are not taken for long-lived, too.
 *
 * Code that runs once a request is compiled to faster forms after a hundred requests, not after thousands:
 * a server is written to now and then. In pieces of a third of the size, which takes less time and gives
 * code that is no slower.
 */
const startFlags = [
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
  '--invocation-count-for-maglev=100',
  '--invocation-count-for-turbofan=150',
  '--max-inlined-bytecode-size-cumulative=300',
]

if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  beginAgainWithFlags()
  // Compiled once instead of at every start: commands begin in a third of the time. Not in the
  // shared temporary folder, where another user could put something there first.
  const cache = new URL('../../../node_modules/.cache/octavo', import.meta.url)
  nodeModule.enableCompileCache(fileURLToPath(cache))
  await import('../src/main.ts')
} else runOnOwnNode()

/** Flags count from the beginning of a process. Its number stays; where this cannot be done, it goes on. */
function beginAgainWithFlags() {
  const isAlone = process.send === undefined && process.platform !== 'win32'
  const hasBegunAgain = startFlags.every((flag) => process.execArgv.includes(flag))
  if (process.argv[2] !== 'start' || hasBegunAgain || !isAlone) return
  const args = [process.execPath, ...startFlags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, args)
}

/** npm brings the right Node, but puts it into PATH only for those who come through npx. */
function runOnOwnNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = fileURLToPath(new URL(`../../../node_modules/node/bin/${file}`, import.meta.url))
  if (!existsSync(own)) {
    process.stderr.write(
      `octavo: this is Node ${process.versions.node}, and Octavo needs Node ${neededMajor}. ` +
        'npm run setup in the repository brings it.\n',
    )
    process.exitCode = 1
    return
  }
  const program = fileURLToPath(import.meta.url)
  const child = spawn(own, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  // What is typed in a terminal reaches both; the other signals come to us alone.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === null) return
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
