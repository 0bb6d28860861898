#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { restartWithFlags } from './restart.js'

/** Older versions of Node cannot run TypeScript and fail with an error that does not help. */
const neededMajor = 26

if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  restartWithFlags()
  // With a compile cache, commands start in a third of the time. The cache is not in the shared temporary
  // folder, because another user could plant files there.
  const cache = new URL('../../../node_modules/.cache/octavo', import.meta.url)
  nodeModule.enableCompileCache(fileURLToPath(cache))
  await import('../src/main.ts')
} else runOnOwnNode()

/** npm installs the right Node as a dependency, but only npx puts it into PATH. */
function runOnOwnNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = fileURLToPath(new URL(`../../../node_modules/node/bin/${file}`, import.meta.url))
  if (!existsSync(own)) {
    process.stderr.write(
      `octavo: Octavo needs Node ${neededMajor}, but this is Node ${process.versions.node}. ` +
        'Run npm run setup in the repository to install it.\n',
    )
    process.exitCode = 1
    return
  }
  const program = fileURLToPath(import.meta.url)
  const child = spawn(own, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends SIGINT to both processes. The other signals reach only this one.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === null) return
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
