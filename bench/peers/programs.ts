/** Starts the processes of a peer: in production mode, without connections to other machines. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../packages/server/src/cli/free-port.ts'
import type { Peer, Place, Programs, Runtime } from './peer.ts'

export interface PeerPlace extends Place {
  readonly peer: Peer
  readonly runtime: Runtime
}

export interface PeerServer {
  readonly port: number
  readonly pid: number
  /** Milliseconds until its first response. */
  readonly startTime: number
  /** Hosts that it tried to connect to. */
  called(): string[]
  stop(): Promise<void>
}

const guard = new URL('loopback-only.ts', import.meta.url).href
const readyWithin = 120_000
const stoppedWithin = 10_000
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

type Settings = Readonly<Record<string, string>>

function start(place: PeerPlace, args: readonly string[], more: Settings) {
  const { peer, runtime, folder } = place
  const PATH = [dirname(runtime.node), process.env.PATH].join(delimiter)
  const child = spawn(runtime.node, args, {
    cwd: folder,
    env: {
      PATH,
      HOME: join(folder, 'home'),
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${guard}`,
      ...peer.settings(place),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  let printed = ''
  const keep = (chunk: unknown): void => void (printed = (printed + String(chunk)).slice(-20_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return { child, exited, printed: () => printed }
}

export async function runProgram(
  place: PeerPlace,
  args: readonly string[],
  settings: Settings = {},
): Promise<void> {
  const { exited, printed } = start(place, args, settings)
  const code = await exited
  if (code !== 0)
    throw new Error(`${args.join(' ')} exited with ${code}: ${printed().slice(-1500)}`)
}

export async function startPeer(place: PeerPlace): Promise<PeerServer> {
  const { peer } = place
  const began = performance.now()
  const port = await freePort()
  const { child, exited, printed } = start(place, peer.start(port), { PORT: String(port) })
  let isOver = false
  void exited.then(() => (isOver = true))
  while (!(await isReady(`http://127.0.0.1:${port}${peer.readyPath}`, peer.headers))) {
    if (isOver || performance.now() - began > readyWithin) {
      child.kill('SIGKILL')
      throw new Error(`the server did not start: ${printed().slice(-1500)}`)
    }
    await wait(50)
  }
  return {
    port,
    pid: child.pid ?? 0,
    startTime: performance.now() - began,
    called: () => [...new Set(printed().match(/(?<=refused to call )\S+/g))],
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stoppedWithin)
      await exited
      clearTimeout(timer)
    },
  }
}

export function programsOf(place: PeerPlace): Programs {
  return {
    run: (args, settings) => runProgram(place, args, settings),
    async serve(use) {
      const server = await startPeer(place)
      try {
        await use(`http://127.0.0.1:${server.port}`)
      } finally {
        await server.stop()
      }
    },
  }
}

async function isReady(url: string, headers: Settings): Promise<boolean> {
  const response = await fetch(url, { headers }).catch(() => undefined)
  await response?.bytes()
  return response?.status === 200
}
