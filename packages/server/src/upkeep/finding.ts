import type { ContentContext } from '../content/context.ts'
import type { Spool } from '../media/spool.ts'
import type { MediaStorage } from '../media/storage.ts'

export interface Finding {
  /** A remark is a suggestion; the content is correct. */
  kind: 'problem' | 'remark'
  what: string
  /** The next step for the user. */
  advice: string
}

/** A problem with derived data. */
export function toReindex(what: string): Finding {
  return { kind: 'problem', what, advice: 'Run octavo reindex.' }
}

/** Maximum number of orphaned rows to report. */
export const shownOrphans = 20

export interface Examination {
  context: ContentContext
  dataFolder: string
  mediaStorage: MediaStorage
  spool: Spool
  /** Removes unfinished files. Other repairs have their own commands. */
  isRepairing?: boolean
  onFinding(finding: Finding): void
  onProgress?(items: number, total: number): void
}
