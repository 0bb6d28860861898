export interface TranslationsSearch {
  space?: string
}

export function readTranslationsSearch({ space }: Record<string, unknown>): TranslationsSearch {
  return typeof space === 'string' && space !== '' ? { space } : {}
}
