import { Readable, Writable } from 'node:stream'
import { runCli } from '../cli/run.ts'
import type { Terminal } from '../cli/terminal.ts'

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  input?: string
  environment?: Record<string, string>
}

/**
 * Runs a command in this process, which takes a tenth of the CPU time of a separate process. Not for tests
 * of signals, of files as stdin, or of several processes.
 */
export async function octavoHere(
  args: readonly string[],
  { input = '', environment = {} }: RunOptions = {},
): Promise<Outcome> {
  const stdout: string[] = []
  const stderr: string[] = []
  const terminal: Terminal = {
    print: (line) => void stdout.push(`${line}\n`),
    write: async (text) => void stdout.push(text),
    note: (line) => void stderr.push(`${line}\n`),
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stderr: new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        stderr.push(text)
        done()
      },
    }),
  }
  const removeHandlers = newSignalHandlers()
  const code = await runCli(args, terminal, environment)
  removeHandlers()
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** The stdout of a command that must succeed. */
export async function printedBy(args: readonly string[], options?: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await octavoHere(args, options)
  if (code !== 0) throw new Error(`octavo ${args.join(' ')} exited with ${code}: ${stderr}`)
  return stdout.trim()
}

export interface NewKey {
  name?: string
  reads: 'draft' | 'published'
  writes?: boolean
  /** Requests per minute; no limit by default. */
  readLimit?: number
}

/** Creates a key in the database of these flags or this environment. */
export function makeKey(
  { name = 'test', reads, writes = false, readLimit = 0 }: NewKey,
  place: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const rights = ['--reads', reads, ...(writes ? ['--write'] : [])]
  const limits = ['--read-limit', String(readLimit), '--write-limit', '0']
  return printedBy(['key', 'create', '--name', name, ...rights, ...limits, ...place], {
    environment,
  })
}

/** Commands do not remove their signal handlers, because their process normally ends. */
function newSignalHandlers(): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const earlier = new Set(signals.flatMap((signal) => process.listeners(signal)))
  return () => {
    for (const signal of signals) {
      for (const handler of process.listeners(signal)) {
        if (!earlier.has(handler)) process.off(signal, handler)
      }
    }
  }
}
