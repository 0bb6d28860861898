import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { LoadedConfig } from '../config-file/load.ts'
import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import { ensureRoot } from '../content/roots.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { openStore } from '../store/open-store.ts'
import type { RootRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { CommandError, UsageError, type Command } from './command.ts'
import type { CommandContext } from './context.ts'
import { databaseName, explain } from './explain.ts'
import { openRemote } from './remote.ts'
import type { Terminal } from './terminal.ts'

interface Environment {
  terminal: Terminal
  command: Pick<Command, 'needsDatabase' | 'takesUrl'>
  settings: Settings
  config: LoadedConfig | undefined
}

/** Runs a command with its context, closes the store at the end, and explains errors. */
export async function withContext<Result>(
  { terminal, command, settings, config }: Environment,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  let opened: Promise<Store> | undefined
  const store = (): Promise<Store> => (opened ??= open(settings, command.needsDatabase === true))
  const content = async (): Promise<ContentContext> => ({
    store: await store(),
    schemas: cachedSchemas(),
    now: Date.now,
  })
  const root = async (): Promise<RootRecord> => chooseRoot(await store(), settings.root)
  const remote =
    command.takesUrl && settings.remote
      ? openRemote(settings.remote, settings.root, (line) => terminal.note(line))
      : undefined
  const definition = async (): Promise<RootDefinition> => {
    if (remote) return remote.definition()
    const { id } = await root()
    return (await store()).read((tx) => tx.roots.load(id))
  }
  try {
    return await work({
      terminal,
      settings,
      remote,
      definition,
      config,
      store,
      content,
      root,
      async inRoot() {
        const chosen = await root()
        return { content: await content(), rootId: chosen.id, root: chosen }
      },
    })
  } catch (error) {
    throw explained(error, settings)
  } finally {
    await opened?.then((it) => it.close()).catch(() => {})
  }
}

async function open(settings: Settings, needsDatabase: boolean): Promise<Store> {
  const { dataFolder, database } = settings
  if (needsDatabase && database === undefined && !fileExists(join(dataFolder, 'octavo.db'))) {
    throw new CommandError(
      `no database at ${databaseName(settings)}. Check --data, or create one with octavo start.`,
    )
  }
  const store = await openStore({ dataFolder, database })
  try {
    await ensureRoot(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Throws if the folder cannot be read: it may belong to another user and contain the file. */
function fileExists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

async function chooseRoot(store: Store, luid: string | undefined): Promise<RootRecord> {
  const roots = await store.read((tx) => tx.roots.list())
  const names = roots.map((root) => root.luid).join(', ')
  if (luid !== undefined) {
    const chosen = roots.find((root) => root.luid === luid)
    if (chosen) return chosen
    throw new CommandError(`unknown root space "${luid}". Root spaces: ${names}.`)
  }
  const [only, ...others] = roots
  if (only && others.length === 0) return only
  throw new UsageError(`there are several root spaces (${names}); choose one with --root`)
}

function explained(error: unknown, settings: Settings): unknown {
  const isClear = error instanceof UsageError || error instanceof CommandError
  if (isClear || error instanceof Refusal) return error
  return new CommandError(explain(error, settings), { cause: error })
}
