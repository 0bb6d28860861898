'use client'
import { usePathname } from 'next/navigation'
import { languages, texts, type Language } from './languages.ts'

/** The same page in the other languages. */
export function LanguageLinks({ lang }: { lang: Language }) {
  const path = usePathname().replace(/^\/[^/]*/, '')
  return languages
    .filter((other) => other !== lang)
    .map((other) => (
      <a key={other} href={`/${other}${path}`} lang={other} hrefLang={other}>
        {texts[other].language}
      </a>
    ))
}
