/** An item after planned steps. Pure. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Item, ItemLanguage, StageData } from '../../store/records.ts'
import type { ReleaseAction } from '../../store/releases.ts'
import { clearHidden } from '../hidden.ts'
import { trash } from '../transitions.ts'

export interface LoadedStep {
  languageId: number
  action: ReleaseAction
  at: number
  copy: StageData | null
}

/**
 * A preview shows what is planned also to readers of drafts, so the drafts of these languages do not count. An item that
 * is archived or in the trash stays hidden: its plans fail.
 */
export function afterSteps(schema: Schema, item: Item, steps: readonly LoadedStep[]): Item {
  if (item.archivedAt !== null || item.deletedAt !== null) return item
  return steps.reduce((before, step) => {
    const { action, at } = step
    if (before.deletedAt !== null) return before
    if (action === 'delete') return trash(before, at)
    return clearHidden(schema, before, withLanguage(before, step), at)
  }, item)
}

function withLanguage(item: Item, { languageId, action, at, copy }: LoadedStep): Item {
  const before = item.languages.get(languageId)
  const language = action === 'publish' ? published(before, copy, at) : unpublished(before)
  if (!language || language === before) return item
  const languages = new Map(item.languages)
  languages.set(languageId, language)
  return { ...item, languages: new Map([...languages].toSorted(([a], [b]) => a - b)) }
}

function published(
  before: ItemLanguage | undefined,
  copy: StageData | null,
  at: number,
): ItemLanguage | undefined {
  if (!copy) return before
  return {
    draft: null,
    published: { ...copy, updatedAt: at },
    publishedAt: before?.publishedAt ?? at,
    lastPublishedAt: at,
  }
}

/** Only what is published can be unpublished. */
function unpublished(before: ItemLanguage | undefined): ItemLanguage | undefined {
  return before?.published ? { ...before, draft: null, published: null } : before
}
