import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface Finished {
  /** Undefined where the program could not be started or was ended by a signal. */
  code: number | undefined
  stdout: string
  stderr: string
}

export interface RunOptions {
  folder: string
  environment: NodeJS.ProcessEnv
  input?: string
  /** Whether it is a package manager: those are scripts on Windows. */
  isScript?: boolean
  /** Ends the program. */
  signal?: AbortSignal
}

/** Runs a program to its end. Failures are results. */
export async function runProgram(
  program: string,
  words: readonly string[],
  { folder, environment, input = '', isScript = false, signal }: RunOptions,
): Promise<Finished> {
  const child = spawn(program, words, {
    cwd: folder,
    env: environment,
    shell: isScript && process.platform === 'win32',
    ...(signal && { signal }),
  })
  const ended = new Promise<{ code: number | undefined; message: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: undefined, message: error.message }))
    child.on('close', (code) => resolve({ code: code ?? undefined, message: '' }))
  })
  // A program that exits without reading its input is no error.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [{ code, message }, stdout, stderr] = await Promise.all([
    ended,
    text(child.stdout).catch(() => ''),
    text(child.stderr).catch(() => ''),
  ])
  return { code, stdout, stderr: stderr || message }
}
