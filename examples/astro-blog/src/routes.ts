import { languages, mainLanguage, type Language } from './i18n.ts'

export const paths = {
  home: (lang: Language, page = 1) => (page === 1 ? `/${lang}/` : `/${lang}/page/${page}/`),
  article: (lang: Language, slug: string | null) => `/${lang}/articles/${slug}/`,
  author: (lang: Language, slug: string | null) => `/${lang}/authors/${slug}/`,
  category: (lang: Language, slug: string | null) => `/${lang}/categories/${slug}/`,
  event: (lang: Language, slug: string | null) => `/${lang}/events/${slug}/`,
  events: (lang: Language) => `/${lang}/events/`,
  page: (lang: Language, slug: string | null) => `/${lang}/${slug}/`,
  search: (lang: Language) => `/${lang}/search/`,
}

/** Static paths for all languages. */
export function inEveryLanguage<P extends Record<string, string>>(all: readonly P[]) {
  return languages.flatMap((lang) => all.map((params) => ({ params: { ...params, lang } })))
}

/** The language of the displayed text: items without a translation use the main language. */
export function shownLanguage(lang: Language, isTranslated: boolean): Language {
  return isTranslated ? lang : mainLanguage
}

/** Editors write links such as `/about`; on the site they have a language prefix. */
export function withLocalLinks(html: string | null, lang: Language): string {
  return (html ?? '').replaceAll(/(<a\b[^>]*\shref=")\/([^/"][^"]*?)\/?(?=")/g, `$1/${lang}/$2/`)
}
