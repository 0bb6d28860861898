import { readFile } from 'node:fs/promises'
import { readSource } from '../modeling/read-source.ts'
import type { SchemaSource } from '../modeling/source.ts'
import { CommandError, UsageError } from './command.ts'
import type { CommandContext } from './context.ts'

/** The schema of a file, or of the configuration where no file is named. */
export async function schemaSource(
  path: string | undefined,
  { config }: Pick<CommandContext, 'config'>,
): Promise<SchemaSource> {
  if (path === undefined) {
    if (config?.schema) return config.schema
    const reason = config ? `${config.name} has no models` : 'there is no octavo.config.ts here'
    throw new UsageError(`missing argument FILE, and ${reason}`)
  }
  if (!/\.[cm]?[jt]s$/.test(path)) return readSource(await readUtf8(path), path)
  const { loadConfig } = await import('../config-file/load.ts')
  const { schema, name } = await loadConfig(path)
  if (schema) return schema
  throw new CommandError(`${name} has no models. Add languages and models, or name another file.`)
}

async function readUtf8(path: string): Promise<string> {
  const bytes = await readFile(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`${path} is not valid UTF-8. Save the file as UTF-8.`)
  }
}
