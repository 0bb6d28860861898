/** Runs `octavo` as a separate process. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { StoreAddress } from '../store/open-store.ts'
import { openTerminal, type TerminalSession } from './pseudo-terminal.ts'
import type { Outcome, RunOptions } from './run-here.ts'

const program = fileURLToPath(new URL('../../bin/octavo.js', import.meta.url))

export interface ProcessOptions extends RunOptions {
  /** Open files that receive the output, instead of the outcome. */
  stdout?: number
  stderr?: number
  /** The working folder. */
  folder?: string
}

export async function octavo(
  args: readonly string[],
  { input = '', environment = {}, stdout: out, stderr: err, folder }: ProcessOptions = {},
): Promise<Outcome> {
  const child = spawnOctavo(args, environment, [out ?? 'pipe', err ?? 'pipe'], { folder })
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const exited = once(child, 'exit')
  const [stdout, stderr] = await Promise.all([child.stdout, child.stderr].map(collected))
  const [code] = (await exited) as [number | null]
  return { code, stdout: stdout ?? '', stderr: stderr ?? '' }
}

/** Runs it in a terminal. */
export function octavoInTerminal(args: readonly string[], folder: string): TerminalSession {
  const { PATH = '', HOME = '' } = process.env
  return openTerminal([process.execPath, program, ...args], { folder, environment: { PATH, HOME } })
}

function collected(stream: ChildProcess['stdout']): Promise<string> {
  return stream ? text(stream) : Promise.resolve('')
}

function spawnOctavo(
  args: readonly string[],
  environment: Record<string, string> = {},
  outputs: ('pipe' | number)[] = ['pipe', 'pipe'],
  { openFiles, folder }: Pick<StartOptions, 'openFiles' | 'folder'> = {},
): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  // `exec` replaces the shell, so the server has the same process id.
  const limited = ['-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, process.execPath]
  const [command, before] = openFiles === undefined ? [process.execPath, []] : ['/bin/sh', limited]
  return spawn(command, [...before, program, ...args], {
    env: { PATH, HOME, ...environment },
    stdio: ['pipe', ...outputs],
    ...(folder !== undefined && { cwd: folder }),
  })
}

/** The flags for this database. */
export function placeFlags({ dataFolder, database }: StoreAddress): string[] {
  return ['--data', dataFolder, ...(database === undefined ? [] : ['--database', database])]
}

export interface RunningServer {
  child: ChildProcess
  /** Its output until it was ready. */
  printed: string
  /** The output so far, of stdout and stderr. */
  output(): string
  notes(): string
  baseUrl: string
  assetsUrl: string
  /** Ends the server and returns its exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

/** Process ids of the workers, from `ps`. */
export function workersOf({ child }: RunningServer): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,ppid=', '-A'], { encoding: 'utf8' })
  const rows = list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([pid, parent]) => (pid && parent === child.pid ? [pid] : []))
}

const running = new Set<RunningServer>()

/** Ends servers that a failed test left running, because they would block the test run. */
export async function endServers(): Promise<void> {
  for (const server of running) await server.end('SIGKILL')
}

interface StartOptions {
  openFiles?: number | undefined
  /** The working folder. */
  folder?: string | undefined
  command?: 'start' | 'dev'
}

/**
 * Starts a server, on free ports by default, and waits until it is ready. `openFiles` limits its open files
 * and connections. Its reads do not time out on a machine that stalls.
 */
export async function startServer(
  args: readonly string[],
  environment: Record<string, string> = {},
  { openFiles, folder, command = 'start' }: StartOptions = {},
): Promise<RunningServer> {
  const port = args.includes('--port') ? [] : ['--port', '0']
  const all = [command, ...port, '--assets-port', '0', ...args]
  const settings = { OCTAVO_QUERY_TIMEOUT: '600', ...environment }
  const child = spawnOctavo(all, settings, ['pipe', 'pipe'], { openFiles, folder })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let printed = ''
  let complaints = ''
  child.stderr?.on('data', (chunk) => (complaints += String(chunk)))
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk)
      if (/^\s+Assets\s+\S+\n/m.test(printed)) resolve()
    })
  })
  const died = exited.then(() => {
    throw new Error(`the server ended before it was ready: ${complaints}`)
  })
  await Promise.race([ready, died])
  died.catch(() => {})
  const server: RunningServer = {
    child,
    printed,
    output: () => printed,
    notes: () => complaints,
    baseUrl: /API\s+(\S+)/.exec(printed)?.[1] ?? '',
    assetsUrl: /Assets\s+(\S+)/.exec(printed)?.[1] ?? '',
    async end(signal) {
      running.delete(server)
      child.kill(signal)
      const [code, by] = await exited
      return code ?? by ?? 'SIGKILL'
    },
  }
  running.add(server)
  return server
}
