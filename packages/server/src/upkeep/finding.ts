import type { ContentContext } from '../content/context.ts'
import type { Spool } from '../media/spool.ts'
import type { MediaStorage } from '../media/storage.ts'

export interface Finding {
  /** A remark says what could be better; the content is right. */
  kind: 'problem' | 'remark'
  what: string
  /** What to do about it. */
  advice: string
}

/** A problem of what is derived from the content. */
export function toReindex(what: string): Finding {
  return { kind: 'problem', what, advice: 'Run octavo reindex.' }
}

/** Of rows that nothing owns: the first say enough. */
export const shownOrphans = 20

export interface Examination {
  context: ContentContext
  dataFolder: string
  mediaStorage: MediaStorage
  spool: Spool
  /** Takes away what is known to be rubbish. All else needs a command of its own. */
  isRepairing?: boolean
  onFinding(finding: Finding): void
  onProgress?(items: number, total: number): void
}
