/** A registry on this machine with our packages. Others come from the registry that npm is configured with. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '../../packages/server/src/cli/free-port.ts'
import { npmSetting } from './project.ts'

export interface Registry {
  url: string
  publish(tarball: string): Promise<void>
  stop(): Promise<void>
}

/** Starts verdaccio, which `installTools` has installed in `tools`. */
export async function startRegistry(tools: string, folder: string): Promise<Registry> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const config = await writeConfig(folder)
  const program = join(tools, 'node_modules/verdaccio/bin/verdaccio')
  const words = ['--no-warnings', program, '--config', config, '--listen', `127.0.0.1:${port}`]
  const child = spawn(process.execPath, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const printed: string[] = []
  const lines = createInterface(child.stdout)
  const ready = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      printed.push(line)
      if (line.includes('http address')) resolve()
    })
  })
  await Promise.race([ready, exited])
  if (child.exitCode !== null) throw new Error(`verdaccio ended: ${printed.join('\n')}`)
  return {
    url,
    async publish(tarball) {
      // npm sends a token or refuses; the registry accepts any.
      const token = `--//127.0.0.1:${port}/:_authToken=none`
      await promisify(execFile)('npm', ['publish', tarball, '--registry', url, token], {
        cwd: folder,
      })
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Settings with which package managers use the registry. */
export function registryEnvironment(url: string): Readonly<Record<string, string>> {
  return {
    npm_config_registry: url,
    pnpm_config_registry: url,
    BUN_CONFIG_REGISTRY: url,
    YARN_REGISTRY: url,
    YARN_NPM_REGISTRY_SERVER: url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_ENABLE_TELEMETRY: '0',
    // By default, Yarn refuses packages that were published on the same day.
    YARN_NPM_MINIMAL_AGE_GATE: '0',
  }
}

async function writeConfig(folder: string): Promise<string> {
  const everyone = { access: '$all', publish: '$all', unpublish: '$all' }
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { configured: { url: await npmSetting('registry'), cache: false, maxage: '1h' } },
    packages: {
      '@octavo/*': everyone,
      octavo: everyone,
      'create-octavo': everyone,
      '**': { access: '$all', proxy: 'configured' },
    },
    web: { enable: false },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'pretty', level: 'http' },
  }
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'verdaccio.yaml')
  writeFileSync(path, JSON.stringify(config))
  return path
}
