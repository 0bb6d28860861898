/** Every text that people see comes from a catalogue, by a key that the compiler checks. */
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { en, type TextKey } from './en/en.ts'
import { ja } from './ja/ja.ts'
import { saidIn, type Sentence } from './said/said.ts'
import { browserLanguage, storedLanguage, storeLanguage, type StudioLanguage } from './languages.ts'

const catalogues: Record<StudioLanguage, Record<TextKey, string>> = { en, ja }

type Values = Record<string, string | number>
export interface Text {
  (key: TextKey, values?: Values): string
  /** What the server said. */
  said: (sentence: Sentence) => string
}

interface Speech {
  language: StudioLanguage
  /** Null follows the browser. */
  choose: (language: StudioLanguage | null) => void
  t: Text
}

const SpeechContext = createContext<Speech | null>(null)

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState(storedLanguage)
  const language = chosen ?? browserLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const speech = useMemo<Speech>(() => {
    const t = (key: TextKey, values?: Values): string => filled(catalogues[language][key], values)
    return {
      language,
      choose: (next) => {
        storeLanguage(next)
        setChosen(next)
      },
      t: Object.assign(t, { said: (sentence: Sentence) => saidIn(language, sentence, t) }),
    }
  }, [language])
  return <SpeechContext value={speech}>{children}</SpeechContext>
}

function filled(text: string, values: Values | undefined): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function useSpeech(): Speech {
  const speech = use(SpeechContext)
  if (!speech) throw new Error('there is no language here')
  return speech
}

export function useText(): Text {
  return useSpeech().t
}
