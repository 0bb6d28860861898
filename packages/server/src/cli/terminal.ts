/** Input and output of a command. Results go to stdout, everything else to stderr. */
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { explain } from './explain.ts'

export interface Terminal {
  /** Writes a line of the result. */
  print(line: string): void
  /** Writes result text unchanged and waits while the reader is slow. */
  write(text: string): Promise<void>
  /** Writes a message for the user. */
  note(line: string): void
  readonly stdin: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  readonly stderr: Writable & { isTTY?: boolean; columns?: number }
}

export function processTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // EPIPE: the reader has closed the pipe, as `| head` does.
    if (error.code !== 'EPIPE') stderr.write(`octavo: ${explain(error)}\n`)
    process.exit(1)
  })
  // A closed pipe or a full disk behind stderr must not stop a server or an import.
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
