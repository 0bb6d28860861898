/** All interface texts come from a catalogue. The compiler checks the keys. */
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { en, type TextKey } from './en/en.ts'
import { ja } from './ja/ja.ts'
import { translateMessage, type Sentence } from './messages/messages.ts'
import { browserLanguage, storedLanguage, storeLanguage, type StudioLanguage } from './languages.ts'

const catalogues: Record<StudioLanguage, Record<TextKey, string>> = { en, ja }

type Values = Record<string, string | number>
export interface Text {
  (key: TextKey, values?: Values): string
  /** Translates a message of the server. */
  message: (sentence: Sentence) => string
}

interface I18n {
  language: StudioLanguage
  /** Null uses the language of the browser. */
  choose: (language: StudioLanguage | null) => void
  t: Text
}

const I18nContext = createContext<I18n | null>(null)

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState(storedLanguage)
  const language = chosen ?? browserLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const i18n = useMemo<I18n>(() => {
    const t = (key: TextKey, values?: Values): string => filled(catalogues[language][key], values)
    return {
      language,
      choose: (next) => {
        storeLanguage(next)
        setChosen(next)
      },
      t: Object.assign(t, {
        message: (sentence: Sentence) => translateMessage(language, sentence, t),
      }),
    }
  }, [language])
  return <I18nContext value={i18n}>{children}</I18nContext>
}

function filled(text: string, values: Values | undefined): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('useI18n must be used inside LanguageProvider')
  return i18n
}

export function useText(): Text {
  return useI18n().t
}
