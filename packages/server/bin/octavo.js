#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/** An older Node cannot read TypeScript, and complains in words that help nobody. */
const neededMajor = 26

if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  // Compiled once instead of at every start: commands begin in a third of the time. Not in the
  // shared temporary folder, where another user could put something there first.
  const cache = new URL('../../../node_modules/.cache/octavo', import.meta.url)
  nodeModule.enableCompileCache(fileURLToPath(cache))
  await import('../src/main.ts')
} else {
  process.stderr.write(
    `octavo: this is Node ${process.versions.node}, and Octavo needs Node ${neededMajor}. ` +
      'Run it as npx octavo in the repository, which brings its own.\n',
  )
  process.exitCode = 1
}
