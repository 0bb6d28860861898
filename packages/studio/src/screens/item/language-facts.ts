import type { EditableItem, EditableLanguage } from '@octavo/schema/admin/items.ts'

/** As lists show it: the update of this language, or of the main language if this one has no data. */
export function updatedAt(item: EditableItem, language: string, main: string): string {
  const find = (key: string) => item.languages.find((one) => one.language === key)
  return ownUpdate(find(language)) ?? ownUpdate(find(main)) ?? item.changedAt
}

function ownUpdate(language: EditableLanguage | undefined): string | undefined {
  return (language?.draft ?? language?.published)?.updatedAt
}
