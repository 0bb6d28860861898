/** A project outside the repository with the packed packages installed, and a home folder that is empty. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export interface Project {
  folder: string
  tarballs: readonly string[]
}

export interface Run {
  code: number
  stdout: string
  stderr: string
}

/** The registry settings of npm, which an empty home does not contain. */
async function npmSetting(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', name])
  return stdout.trim()
}

const [registry, cache] = [await npmSetting('registry'), await npmSetting('cache')]

/** How this machine reaches the network stays; settings of npm, of tests and of Octavo do not. */
function environment(folder: string, nodeFolder: string): NodeJS.ProcessEnv {
  const own = /^(npm_|octavo_|test_|node_(?!extra_ca_certs$)|database_url$|redis_url$)/i
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: [nodeFolder, ...foldersWithoutPackages()].join(delimiter),
    HOME: join(folder, 'home'),
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_update_notifier: 'false',
  }
}

/** Without the repository's programs, so that npx finds only what the project has installed. */
function foldersWithoutPackages(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.filter((folder) => !folder.includes('node_modules'))
}

export async function installProject(
  pack: (folder: string) => readonly string[],
  nodeFolder: string,
): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-packages-'))
  mkdirSync(join(folder, 'home'))
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
  const tarballs = pack(join(folder, 'tarballs'))
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
  { folder }: Project,
  nodeFolder: string,
  program: string,
  words: readonly string[],
): Promise<Run> {
  const options = { cwd: folder, env: environment(folder, nodeFolder) }
  try {
    return { code: 0, ...(await promisify(execFile)(program, words, options)) }
  } catch (error) {
    const { code, stdout, stderr } = error as Run
    return { code, stdout, stderr }
  }
}

/** Runs `npx octavo start --demo`, calls `use` with what it printed until it was ready, and ends it. */
export async function withDemo(
  { folder }: Project,
  { nodeFolder, data }: { nodeFolder: string; data: string },
  use: (printed: string) => Promise<void>,
): Promise<void> {
  const words = ['octavo', 'start', '--demo', '--port', '0', '--assets-port', '0', '--data', data]
  const complaints = join(folder, 'stderr.txt')
  const child = spawn('sh', ['-c', 'exec npx "$@" 2>"$0"', complaints, ...words], {
    cwd: folder,
    env: environment(folder, nodeFolder),
    stdio: ['ignore', 'pipe', 'ignore'],
    // npx, its shell and the server are a group, which ends together.
    detached: true,
  })
  const exited = once(child, 'exit')
  try {
    let printed = ''
    for await (const line of createInterface(child.stdout)) {
      printed += `${line}\n`
      if (line.includes('curl ')) break
    }
    if (!printed.includes('curl ')) throw new Error(readFileSync(complaints, 'utf8'))
    await use(printed)
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await exited
  }
}
