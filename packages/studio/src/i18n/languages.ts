import { studioLanguages } from '@octavo/schema/choices.ts'

export type StudioLanguage = (typeof studioLanguages)[number]

/** Each in its own language, so that users recognize theirs. */
export const languageNames: Record<StudioLanguage, string> = { en: 'English', ja: '日本語' }

const storageKey = 'octavo-language'

export function storedLanguage(): StudioLanguage | null {
  const value = localStorage.getItem(storageKey)
  return studioLanguages.find((language) => language === value) ?? null
}

export function storeLanguage(language: StudioLanguage | null): void {
  if (language === null) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, language)
}

/** The first of the browser's languages that Studio supports. */
export function browserLanguage(): StudioLanguage {
  for (const tag of navigator.languages) {
    const match = studioLanguages.find((language) => tag.toLowerCase().split('-')[0] === language)
    if (match) return match
  }
  return 'en'
}
