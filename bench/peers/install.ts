/** Installs a peer into the scratch folder, or reuses its packages, project and build if unchanged. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { npmInstall } from './npm.ts'
import type { Peer, Runtime } from './peer.ts'
import { runProgram } from './programs.ts'
import { runtimeFor } from './runtime.ts'

export interface Installed {
  readonly peer: Peer
  readonly folder: string
  readonly runtime: Runtime
  /** Duration of the installation, now or earlier. */
  readonly seconds: number
  readonly isReused: boolean
}

interface Stamp {
  packages: string
  project: string
  seconds: number
}

export async function isInstalled(peer: Peer, scratch: string): Promise<boolean> {
  const found = await readStamp(stampOf(peer, scratch))
  const { packages, project } = wantedOf(peer)
  return found?.packages === packages && found.project === project
}

function stampOf({ name }: Peer, scratch: string): string {
  return join(scratch, name.toLowerCase(), '.complete.json')
}

function wantedOf({ packages, scripts, node, files, build }: Peer): Omit<Stamp, 'seconds'> {
  return { packages: hashOf([packages, scripts, node]), project: hashOf([files, build]) }
}

export async function install(peer: Peer, scratch: string): Promise<Installed> {
  const started = performance.now()
  const folder = join(scratch, peer.name.toLowerCase())
  const stampFile = stampOf(peer, scratch)
  const { packages, scripts, files, build, node } = peer
  const wanted = wantedOf(peer)
  const found = await readStamp(stampFile)
  const runtime = await runtimeFor(node, scratch)
  if (found?.packages === wanted.packages && found.project === wanted.project) {
    return { peer, folder, runtime, seconds: found.seconds, isReused: true }
  }
  await rm(stampFile, { force: true })
  const isModule = Object.values(files).some((text) => text.startsWith('import '))
  if (found?.packages !== wanted.packages) {
    console.error(`${peer.name} ${peer.version}: installing`)
    await npmInstall(folder, { packages, scripts, isModule }, runtime)
  }
  for (const [path, text] of Object.entries(files)) await put(join(folder, path), text)
  if (build) {
    console.error(`${peer.name} ${peer.version}: building`)
    await runProgram({ peer, folder, runtime, database: join(folder, 'build.db') }, build)
  }
  const before = found?.packages === wanted.packages ? found.seconds : 0
  const seconds = before + (performance.now() - started) / 1000
  await writeFile(stampFile, JSON.stringify({ ...wanted, seconds } satisfies Stamp))
  return { peer, folder, runtime, seconds, isReused: false }
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

async function readStamp(file: string): Promise<Stamp | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Stamp)
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}
