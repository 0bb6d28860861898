#!/usr/bin/env node
/** An older Node cannot read TypeScript, and complains in words that help nobody. */
const neededMajor = 26

if (Number.parseInt(process.versions.node, 10) >= neededMajor) await import('../src/main.ts')
else {
  process.stderr.write(
    `octavo: this is Node ${process.versions.node}, and Octavo needs Node ${neededMajor}. ` +
      'Run it as npx octavo in the repository, which brings its own.\n',
  )
  process.exitCode = 1
}
