/** Where a command reads from and writes to. Results go to stdout, everything else to stderr. */
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { explain } from './explain.ts'

export interface Terminal {
  /** A line of the result. */
  print(line: string): void
  /** Text of the result as it is, at the reader's speed. */
  write(text: string): Promise<void>
  /** A line for the person at the terminal. */
  note(line: string): void
  readonly stdin: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  readonly stderr: Writable & { isTTY?: boolean; columns?: number }
}

export function processTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader went away, as `| head` does: there is nobody left to tell.
    if (error.code !== 'EPIPE') stderr.write(`octavo: ${explain(error)}\n`)
    process.exit(1)
  })
  // Its reader went away, or its disk is full: no reason to end a server, or an import half way.
  stderr.on('error', () => {})
  return {
    print: (line) => void stdout.write(`${line}\n`),
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    note: (line) => void stderr.write(`${line}\n`),
    stdin,
    stderr,
  }
}
