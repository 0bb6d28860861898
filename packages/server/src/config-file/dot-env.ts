/** `.env` beside the configuration file: variables that the environment does not set. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { FileVariables } from '../config.ts'
import { isVariable, type Variable } from '../setting-variables.ts'

const fileName = '.env'

export function dotEnvPath(configPath: string): string {
  return join(dirname(configPath), fileName)
}

/** Only settings of Octavo: the file may contain variables of the site, too. */
export function readDotEnv(path: string): FileVariables {
  const variables = new Map<Variable, { value: string; source: string }>()
  if (!existsSync(path)) return variables
  for (const [name, value = ''] of Object.entries(parseEnv(readFileSync(path, 'utf8')))) {
    // As in the environment, an empty value means "not set".
    if (!isVariable(name) || value === '') continue
    const inFolder = name === 'OCTAVO_DATA' ? resolve(dirname(path), value) : value
    variables.set(name, { value: inFolder, source: `${fileName}: ${name}` })
  }
  return variables
}
