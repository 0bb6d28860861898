import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Runtime } from './peer.ts'

export interface Manifest {
  readonly packages: Readonly<Record<string, string>>
  /** Packages whose install scripts are needed. */
  readonly scripts: readonly string[]
  readonly isModule?: boolean
}

/** Creates a folder with only these packages. Rejects with npm's error output. */
export async function npmInstall(
  folder: string,
  { packages, scripts, isModule = false }: Manifest,
  runtime: Runtime,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const manifest = {
    name: `peer-${basename(folder)}`,
    private: true,
    ...(isModule ? { type: 'module' } : {}),
    dependencies: packages,
    allowScripts: Object.fromEntries(scripts.map((name) => [name, true])),
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', ['install', ...flags], {
    cwd: folder,
    env: environment(runtime),
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  })
  const exited = once(child, 'exit')
  const errorOutput = await text(child.stderr)
  const [code] = (await exited) as [number | null]
  if (code !== 0) throw new Error(`npm install exited with ${code}: ${errorOutput.slice(-1500)}`)
}

/** Without the variables that `npm run` sets for scripts of this repository. */
function environment({ node, headers }: Runtime): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name),
  )
  const nodedir = headers === undefined ? {} : { npm_config_nodedir: headers }
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  return { ...Object.fromEntries(variables), PATH, ...nodedir }
}
