import type { Schema } from '../../octavo-types.ts'

export type Language = Schema['languages']

/** The texts of the site itself. The compiler reports a language that is missing. */
export const texts = {
  en: {
    language: 'English',
    name: 'My blog',
    tagline: 'Notes, in English and Japanese',
    skip: 'Skip to content',
    by: (author: string) => `By ${author}`,
    empty: 'Nothing is published yet.',
    all: 'All articles',
    notFound: 'Page not found',
  },
  ja: {
    language: '日本語',
    name: 'わたしのブログ',
    tagline: '英語と日本語の覚え書き',
    skip: '本文へ移動',
    by: (author: string) => `文：${author}`,
    empty: '公開された記事はまだありません。',
    all: '記事一覧',
    notFound: 'ページが見つかりません',
  },
} satisfies Record<Language, unknown>

export const languages = Object.keys(texts) as Language[]

export function isLanguage(value: string | undefined): value is Language {
  return languages.some((language) => language === value)
}

/** The language of a path, or the main language where it has none. */
export function shownLanguage(value: string | undefined): Language {
  return isLanguage(value) ? value : 'en'
}

export function dateText(lang: Language, moment: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(moment),
  )
}
