/** A project outside the repository with the packed packages installed, and a home folder that is empty. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export interface Place {
  folder: string
  /** The home folder; `home` in the folder where it is left out. */
  home?: string
  /** Folders of programs, found before those of the machine. */
  programs?: readonly string[]
  settings?: Readonly<Record<string, string>>
}

export interface Project extends Place {
  tarballs: readonly string[]
}

export interface Run {
  code: number
  stdout: string
  stderr: string
}

/** The registry settings of npm, which an empty home does not contain. */
export async function npmSetting(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', name])
  return stdout.trim()
}

const registry = await npmSetting('registry')
export const npmCache = await npmSetting('cache')

/** How this machine reaches the network stays; settings of npm, of tests and of Octavo do not. */
export function environment(
  { folder, home, programs = [], settings }: Place,
  nodeFolder: string,
): NodeJS.ProcessEnv {
  const own = /^(npm_|octavo_|test_|node_(?!extra_ca_certs$)|database_url$|redis_url$)/i
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: [...programs, nodeFolder, ...foldersWithoutPackages()].join(delimiter),
    HOME: home ?? join(folder, 'home'),
    npm_config_registry: registry,
    npm_config_cache: npmCache,
    npm_config_update_notifier: 'false',
    ...settings,
  }
}

/** Without the repository's programs, so that npx finds only what the project has installed. */
function foldersWithoutPackages(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.filter((folder) => !folder.includes('node_modules'))
}

export async function installProject(
  tarballs: readonly string[],
  nodeFolder: string,
): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-packages-'))
  mkdirSync(join(folder, 'home'))
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
  const project = { folder, tarballs }
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const { code, stderr } = await run(project, nodeFolder, 'npm', [...words, ...tarballs])
  if (code !== 0) throw new Error(`npm install failed: ${stderr}`)
  return project
}

export function removeProject({ folder }: Project): void {
  rmSync(folder, { recursive: true, force: true })
}

export async function run(
  place: Place,
  nodeFolder: string,
  program: string,
  words: readonly string[],
  input = '',
): Promise<Run> {
  const options = { cwd: place.folder, env: environment(place, nodeFolder) }
  const running = promisify(execFile)(program, words, options)
  // A program that ends early does not read its input.
  running.child.stdin?.on('error', () => undefined)
  running.child.stdin?.end(input)
  try {
    return { code: 0, ...(await running) }
  } catch (error) {
    const { code, stdout, stderr } = error as Run
    return { code, stdout, stderr }
  }
}

/** The stdout of a program that must succeed. */
export function succeeded({ code, stdout, stderr }: Run): string {
  if (code !== 0) throw new Error(`exited with ${code}: ${stdout}${stderr}`)
  return stdout
}

/** Runs `npx octavo start --demo`, calls `use` with what it printed until it was ready, and ends it. */
export async function withDemo(
  project: Project,
  { nodeFolder, data }: { nodeFolder: string; data: string },
  use: (printed: string) => Promise<void>,
): Promise<void> {
  const words = ['octavo', 'start', '--demo', '--port', '0', '--assets-port', '0', '--data', data]
  await withServer(project, nodeFolder, { command: ['npx', ...words], lastLine: /curl / }, use)
}

interface ServerCommand {
  command: readonly string[]
  /** The line after which the server is ready. */
  lastLine: RegExp
}

/** Runs a server, calls `use` with what it printed until it was ready, and ends it. */
export async function withServer(
  place: Place,
  nodeFolder: string,
  { command, lastLine }: ServerCommand,
  use: (printed: string) => Promise<void>,
): Promise<void> {
  const complaints = join(place.folder, 'stderr.txt')
  const child = spawn('sh', ['-c', 'exec "$@" 2>"$0"', complaints, ...command], {
    cwd: place.folder,
    env: environment(place, nodeFolder),
    stdio: ['ignore', 'pipe', 'ignore'],
    // The package manager, its shell and the server are a group, which ends together.
    detached: true,
  })
  const exited = once(child, 'exit')
  try {
    let printed = ''
    let isReady = false
    const lines = createInterface(child.stdout)
    for await (const line of lines) {
      printed += `${line}\n`
      isReady = lastLine.test(line)
      if (isReady) break
    }
    if (!isReady) throw new Error(printed + readFileSync(complaints, 'utf8'))
    // Later lines are read, too: a full pipe would stop the server.
    child.stdout.resume()
    await use(printed)
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await exited
  }
}
