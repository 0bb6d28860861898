import { readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { typesOf } from '../describe/typegen.ts'
import { CommandError, defineCommand, UsageError } from './command.ts'
import type { CommandContext } from './context.ts'
import { abortedWhenStopped } from './stop-signal.ts'

const watchInterval = 500

export const typegen = defineCommand({
  options: {
    out: { type: 'string', value: 'FILE', about: 'write there instead of to stdout' },
    check: { type: 'boolean', about: 'write nothing; fail where FILE is out of date' },
    watch: { type: 'boolean', about: 'go on, and write FILE again when the schema changes' },
  },
  needsDatabase: true,
  details:
    'FILE exports Schema, for createClient<Schema> of @octavo/client, and a type for each model.\n' +
    'The same schema always gives the same file.',
  async run({ options: { out, check = false, watch = false } }, context) {
    if (out === undefined && (check || watch)) {
      throw new UsageError(`--${check ? 'check' : 'watch'} needs --out`)
    }
    if (check && watch) throw new UsageError('--check and --watch exclude each other')
    const readTypes = await typesReader(context)
    const types = await readTypes()
    if (out === undefined) return context.terminal.write(types)
    if (check) return compare(out, types, context)
    await bringUpToDate(out, types, context)
    if (watch) await follow(out, readTypes, context)
  },
})

async function typesReader(context: CommandContext): Promise<() => Promise<string>> {
  const { id } = await context.root()
  const { store, schemas } = await context.content()
  return async () => typesOf(await store.read((tx) => schemas.in(tx, id)))
}

async function compare(path: string, types: string, { terminal }: CommandContext): Promise<void> {
  if ((await textIn(path)) !== types) {
    throw new CommandError(`${path} is out of date. Run octavo typegen --out ${path}`)
  }
  terminal.note(`${path} is up to date.`)
}

/** Writes only what is new, so that what watches the file is left in peace. */
async function bringUpToDate(
  path: string,
  types: string,
  { terminal }: CommandContext,
): Promise<void> {
  if ((await textIn(path)) === types) return terminal.note(`${path} is up to date.`)
  // A compiler that looks meanwhile sees the old file or the new one, whole.
  const beside = `${path}.${process.pid}.tmp`
  await writeFile(beside, types)
  await rename(beside, path)
  terminal.note(`Wrote ${path}.`)
}

async function follow(
  path: string,
  readTypes: () => Promise<string>,
  context: CommandContext,
): Promise<void> {
  const signal = abortedWhenStopped()
  let known = await readTypes()
  while (await setTimeout(watchInterval, !signal.aborted, { signal }).catch(() => false)) {
    const types = await readTypes()
    if (types !== known) await bringUpToDate(path, types, context)
    known = types
  }
}

async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
