/** Runs an image as `docker run --read-only --tmpfs /tmp -v FOLDER:/data` does. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { ImageConfig } from './buildah.ts'

export interface Container {
  /** The files of the image. */
  root: string
  config: ImageConfig
  /** The folder that is mounted as /data. */
  data: string
  environment: Record<string, string>
}

/** Arguments of this script: root, data, user, group, working folder, then the command and its arguments. */
const script = `
set -eu
root=$1 data=$2 user=$3 folder=$4
shift 4
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot --userspec="$user" "$root" sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
`

function command(container: Container, words: readonly string[]): [string, string[], object] {
  const { root, data, environment, config } = container
  const shell = ['--mount', 'sh', '-c', script, 'sh', root, data, config.User, config.WorkingDir]
  const ofImage = config.Env.map((entry) => entry.split(/=(.*)/s).slice(0, 2) as [string, string])
  return [
    'unshare',
    [...shell, ...words],
    { env: { ...Object.fromEntries(ofImage), ...environment } },
  ]
}

/** Runs a command in the container, as `docker exec` does. */
export async function runIn(container: Container, words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(...command(container, words))
  return stdout
}

export interface RunningContainer {
  child: ChildProcess
  /** What it has printed until the line that was waited for. */
  printed: string
  /** Ends it and returns its exit code. */
  stop(): Promise<number | null>
}

/** Runs the entry point of the image with other arguments, until it prints a line with this text. */
export async function startContainer(
  container: Container,
  words: readonly string[],
  text: string,
): Promise<RunningContainer> {
  const [program, args, options] = command(container, [...container.config.Entrypoint, ...words])
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let [printed, errors] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  for await (const line of createInterface(child.stdout)) {
    printed += `${line}\n`
    if (line.includes(text)) break
  }
  if (!printed.includes(text)) throw new Error(`the container has ended:\n${printed}${errors}`)
  return {
    child,
    printed,
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await exited) as [number | null]
      return code
    },
  }
}
