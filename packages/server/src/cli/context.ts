import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import type { RootRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Terminal } from './terminal.ts'

/** What every command may use. What it opens is closed when the command ends. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly settings: Settings
  /** The store, opened at the first call, with one root space at least. */
  store(): Promise<Store>
  /** What the use cases of content/ need. */
  content(): Promise<ContentContext>
  /** The root space that `--root` names, or the only one. */
  root(): Promise<RootRecord>
  /** Both. */
  inRoot(): Promise<{ content: ContentContext; rootId: number; root: RootRecord }>
}
