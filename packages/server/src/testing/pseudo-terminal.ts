/** Programs in a terminal, as a person uses them: `script` of util-linux, which is on every Debian, opens a pseudo-terminal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { eventually } from './eventually.ts'

const program = '/usr/bin/script'

/** Why there is no pseudo-terminal on this machine; false where there is. Other systems have another `script`. */
export const isWithoutTerminal =
  process.platform === 'linux' && existsSync(program) ? false : `${program} is not installed`

export const keys = { enter: '\r', up: '\x1b[A', down: '\x1b[B', erase: '\x7f', cancel: '\x03' }

export interface TerminalSession {
  /** Waits until the text that was shown since the last key matches. */
  shows(pattern: RegExp): Promise<void>
  type(text: string): void
  /** Everything that was shown, without escape sequences. */
  text(): string
  exitCode(): Promise<number>
  /** Closes the terminal, which ends the program. */
  close(): Promise<void>
}

export interface TerminalOptions {
  folder: string
  environment: NodeJS.ProcessEnv
}

export function openTerminal(
  command: readonly string[],
  { folder, environment }: TerminalOptions,
): TerminalSession {
  // Without a size, prompts would have no room.
  const line = `stty cols 120 rows 40; exec ${command.map(quoted).join(' ')}`
  const child = spawn(program, ['-q', '-e', '-f', '-c', line, '/dev/null'], {
    cwd: folder,
    env: { ...environment, SHELL: '/bin/sh', TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  child.stdin.on('error', () => {})
  let shown = ''
  let sinceKey = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text))
  const plain = (text: string): string => stripVTControlCharacters(text).replaceAll('\r', '')
  return {
    shows: (pattern) =>
      eventually(() => pattern.test(plain(shown.slice(sinceKey))), {
        otherwise: () => `${pattern} is not shown:\n${plain(shown)}`,
      }),
    type(text) {
      sinceKey = shown.length
      child.stdin.write(text)
    },
    text: () => plain(shown),
    exitCode: async () => (await exited)[0] ?? -1,
    async close() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
