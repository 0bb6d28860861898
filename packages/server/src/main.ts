/** The program `octavo`. */
import { runCli } from './cli/run.ts'
import { processTerminal } from './cli/terminal.ts'
import { addMissingMethods } from './node-24.ts'

addMissingMethods()

process.exitCode = await runCli(process.argv.slice(2), processTerminal(process))
