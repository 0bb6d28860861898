import type { AdminRouteName } from '@octavo/schema/admin-api.ts'
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import type { LoadedConfig } from '../config-file/load.ts'
import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import type { RootRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { SentFile } from './send-file.ts'
import type { Terminal } from './terminal.ts'

/** The dependencies of a command. Everything that it opens is closed when the command ends. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly settings: Settings
  /** The configuration file, if there is one. */
  readonly config: LoadedConfig | undefined
  /** The installation that `--url` names, for commands that take it. */
  readonly remote: Remote | undefined
  /** The store, opened at the first call, with at least one root space. */
  store(): Promise<Store>
  /** The context for the use cases of content/. */
  content(): Promise<ContentContext>
  /** The root space that `--root` names, or the only one. */
  root(): Promise<RootRecord>
  /** The current definition of that root space, also of a remote installation. */
  definition(): Promise<RootDefinition>
  inRoot(): Promise<{ content: ContentContext; rootId: number; root: RootRecord }>
}

export interface CallDetails {
  /** Parameters of the path, besides the root space. */
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
}

/** Another installation, reached through its management API. */
export interface Remote {
  /** Without a slash at its end. */
  readonly url: string
  /** Calls a route, with the root space in its path. */
  call<Name extends AdminRouteName>(
    name: Name,
    body?: AdminCalls[Name]['body'],
    details?: CallDetails,
  ): Promise<AdminCalls[Name]['reply']>
  /** Uploads a file as a new media item. */
  upload(
    file: SentFile,
    query: Readonly<Record<string, string>>,
  ): Promise<AdminCalls['uploadMedia']['reply']>
  definition(): Promise<RootDefinition>
}
