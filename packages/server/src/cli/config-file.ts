import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { LoadedConfig } from '../config-file/load.ts'

const usualName = 'octavo.config.ts'

/** The configuration file that `--config` names, or the one in the working folder. */
export async function readConfigFile(named: unknown): Promise<LoadedConfig | undefined> {
  const path = configPath(named)
  if (path === undefined) return undefined
  const { default: cluster } = await import('node:cluster')
  // Workers of `octavo start` get its settings through their environment.
  if (cluster.isWorker) return undefined
  const { loadConfig } = await import('../config-file/load.ts')
  return loadConfig(path)
}

function configPath(named: unknown): string | undefined {
  if (typeof named === 'string') return resolve(named)
  return existsSync(usualName) ? resolve(usualName) : undefined
}
