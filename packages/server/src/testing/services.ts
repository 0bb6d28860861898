/** Starts installed services, such as Redis, on free loopback ports for the duration of a test. */
import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../cli/free-port.ts'
import { eventually } from './eventually.ts'

export interface Service {
  port: number
  /** Kills the service, as in a crash. */
  kill(): Promise<void>
  /** Restarts it on the same port, without data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The reason why a service is not available, or false. For the `skip` option of a test. */
export function isMissing(program: 'redis-server' | 'varnishd'): string | false {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' })
  return error ? `${program} is not installed` : false
}

export async function startRedis(): Promise<Service> {
  return startService(async (port, folder) => ({
    program: 'redis-server',
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
  }))
}

const template = new URL('../../../../deploy/varnish/default.vcl', import.meta.url)

/** Varnish with our configuration, in front of nodes on these ports. */
export async function startVarnish(
  nodePorts: readonly number[],
  ownPort?: number,
): Promise<Service> {
  return startService(async (port, folder) => {
    const file = join(folder, 'test.vcl')
    await writeFile(file, inFrontOf(nodePorts, await readFile(template, 'utf8')))
    const listen = ['-a', `127.0.0.1:${port}`, '-f', file]
    return {
      program: 'varnishd',
      args: ['-F', '-n', join(folder, 'work'), ...listen, '-s', 'malloc,64m'],
    }
  }, ownPort)
}

/**
 * The shipped configuration with a backend for each node. A node that stalls stays in use: one that was killed
 * refuses connections.
 */
function inFrontOf(nodePorts: readonly number[], vcl: string): string {
  const shipped = /^backend node1 \{[^]*?\n\}\n/m.exec(vcl)?.[0] ?? ''
  const backend = shipped.replace('.timeout = 1s', '.timeout = 60s')
  const backends = nodePorts.map((port, index) =>
    backend.replace('node1', `node${index + 1}`).replace('"4000"', `"${port}"`),
  )
  const added = nodePorts.map((_, index) => `    nodes.add_backend(node${index + 1});\n`)
  return vcl
    .replace(shipped, backends.join('\n'))
    .replace('    nodes.add_backend(node1);\n', added.join(''))
}

interface Start {
  program: string
  args: string[]
}

async function startService(
  startOf: (port: number, folder: string) => Promise<Start>,
  wantedPort?: number,
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-service-'))
  // Services drop root privileges and must still be able to read the folder.
  await chmod(folder, 0o755)
  const port = wantedPort ?? (await freePort())
  const { program, args } = await startOf(port, folder)
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const started = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    let errors = ''
    started.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const otherwise = (): string => `${program} did not start:\n${errors}`
    const isUp = async (): Promise<boolean> => {
      assert.equal(started.exitCode, null, otherwise())
      return canConnect(port)
    }
    await eventually(isUp, { otherwise })
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    running.kill(signal)
    await once(running, 'exit')
    await eventually(async () => !(await canConnect(port)))
  }

  await start()
  return {
    port,
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM')
      await start()
    },
    async stop() {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
