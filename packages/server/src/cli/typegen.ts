import { setTimeout } from 'node:timers/promises'
import { indexSchema } from '@octavo/schema/schema.ts'
import { typesOf } from '../describe/typegen.ts'
import { CommandError, defineCommand, UsageError } from './command.ts'
import type { CommandContext } from './context.ts'
import { replaceFileText, textOfFile } from './generated-file.ts'
import { abortedWhenStopped } from './stop-signal.ts'

const watchInterval = 500

export const typegen = defineCommand({
  options: {
    out: { type: 'string', value: 'FILE', about: 'write to this file instead of stdout' },
    check: { type: 'boolean', about: 'write nothing; fail if FILE is out of date' },
    watch: { type: 'boolean', about: 'keep running and update FILE when the schema changes' },
  },
  needsDatabase: true,
  takesUrl: true,
  details:
    'The file exports Schema, for createClient<Schema> of @octavo/client, and a type for each model.\n' +
    'The same schema always produces the same file.',
  async run({ options: { out, check = false, watch = false } }, context) {
    if (out === undefined && (check || watch)) {
      throw new UsageError(`--${check ? 'check' : 'watch'} requires --out`)
    }
    if (check && watch) throw new UsageError('--check and --watch cannot be used together')
    const readTypes = (): Promise<string> => typesIn(context)
    const types = await readTypes()
    if (out === undefined) return context.terminal.write(types)
    if (check) return compare(out, types, context)
    await update(out, types, context)
    if (watch) await follow(out, readTypes, context)
  },
})

export async function typesIn(context: CommandContext): Promise<string> {
  return typesOf(indexSchema(await context.definition()))
}

async function compare(path: string, types: string, { terminal }: CommandContext): Promise<void> {
  if ((await textOfFile(path)) !== types) {
    throw new CommandError(`${path} is out of date. Run octavo typegen --out ${path}.`)
  }
  terminal.note(`${path} is up to date.`)
}

/** Writes only if the types have changed, so that watchers of the file are not triggered. Returns whether they have. */
export async function updateTypes(path: string, types: string): Promise<boolean> {
  if ((await textOfFile(path)) === types) return false
  await replaceFileText(path, types)
  return true
}

async function update(path: string, types: string, { terminal }: CommandContext): Promise<void> {
  const isNew = await updateTypes(path, types)
  terminal.note(isNew ? `Wrote ${path}.` : `${path} is up to date.`)
}

async function follow(
  path: string,
  readTypes: () => Promise<string>,
  context: CommandContext,
): Promise<void> {
  const signal = abortedWhenStopped()
  let previous = await readTypes()
  while (await setTimeout(watchInterval, !signal.aborted, { signal }).catch(() => false)) {
    const types = await readTypes()
    if (types !== previous) await update(path, types, context)
    previous = types
  }
}
