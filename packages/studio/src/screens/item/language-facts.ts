import type { EditableItem, EditableLanguage } from '@octavo/schema/admin/items.ts'

/** Whether the main language has changed since the last change of this one. */
export function isOutdated(item: EditableItem, language: EditableLanguage, main: string): boolean {
  if (language.language === main) return false
  const source = changedAt(item.languages.find((one) => one.language === main))
  const own = changedAt(language)
  return source !== undefined && own !== undefined && source > own
}

function changedAt(language: EditableLanguage | undefined): string | undefined {
  return (language?.draft ?? language?.published)?.updatedAt
}
