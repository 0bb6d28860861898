#!/usr/bin/env node
/** Entry of the command. It starts on any Node, to be able to say which one is needed. */
import { isNodeSupported, nodeAdvice } from '../../server/src/supported-node.ts'

/** The oldest Node that this command runs on. */
const oldest = '20.12.0'

if (isNodeSupported(process.versions.node, oldest)) {
  const { start } = await import('./start.ts')
  process.exitCode = await start()
} else {
  process.stderr.write(
    `create-octavo: this is Node ${process.versions.node}, and create-octavo needs Node ${oldest} or later. ` +
      `${nodeAdvice}\n`,
  )
  process.exitCode = 1
}
