#!/usr/bin/env node
// `npm run pack` publishes this file as bin/octavo.js, beside the compiled sources in dist/.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { isNodeSupported, nodeAdvice, oldestNode } from '../dist/supported-node.js'
import { restartWithFlags } from './restart.js'

if (isNodeSupported(process.versions.node)) {
  restartWithFlags()
  // node_modules/.cache of the project: as private as the package itself. Where it cannot be written,
  // Node goes on without a cache.
  nodeModule.enableCompileCache(fileURLToPath(new URL('../../.cache/octavo', import.meta.url)))
  await import('../dist/main.js')
} else {
  process.stderr.write(
    `octavo: this is Node ${process.versions.node}, and Octavo needs Node ${oldestNode} or later.\n` +
      `${nodeAdvice}\n`,
  )
  process.exitCode = 1
}
