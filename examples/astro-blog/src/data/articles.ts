import type { Language } from '../i18n.ts'
import { client, showsDrafts } from './client.ts'
import { inOwnLanguage } from './own-language.ts'

const articlesOnAPage = 10

/** A preview sorts by last change, because drafts have no publication time. */
const newestFirst = showsDrafts ? '-_updated_at' : '-_published_at'

const summary = {
  _id: true,
  _status: true,
  _published_at: true,
  title: true,
  slug: true,
  lead: true,
  cover: true,
  category: { name: true, slug: true, colour: true },
  author: { name: true, slug: true },
} as const

type Shown = NonNullable<Parameters<typeof client.list<'article'>>[0]>['where']

/** One page of articles, newest first. */
export async function listArticles(
  lang: Language,
  {
    where,
    page = 1,
    limit = articlesOnAPage,
  }: { where?: Shown; page?: number; limit?: number } = {},
) {
  const { total, data } = await client.list({
    model: 'article',
    lang,
    langFallback: true,
    ...(where && { where }),
    order: newestFirst,
    select: summary,
    limit,
    offset: (page - 1) * limit,
  })
  const own = await inOwnLanguage(client, lang, data)
  return {
    pages: Math.max(1, Math.ceil(total / limit)),
    articles: data.map((article) => ({ ...article, isTranslated: own.has(article._id) })),
  }
}

export type ArticleSummary = Awaited<ReturnType<typeof listArticles>>['articles'][number]

/** One article with all data for its page, or undefined. */
export async function readArticle(lang: Language, slug: string) {
  const { data } = await client.list({
    model: 'article',
    lang,
    langFallback: true,
    where: { slug: { eq: slug } },
    select: { _id: true },
    limit: 1,
  })
  const [found] = data
  if (!found) return undefined
  return client.get(found._id, {
    model: 'article',
    lang,
    langFallback: true,
    order: newestFirst,
    include: ['_prev', '_next', '_langs'],
    select: {
      ...summary,
      body: true,
      blocks: true,
      details: true,
      seo: true,
      author: { name: true, slug: true, role: true, bio: true, portrait: true },
      issue: { number: true, title: true },
      place: { name: true, summary: true, location: true },
      related: { title: true, slug: true, lead: true },
      _prev: { title: true, slug: true },
      _next: { title: true, slug: true },
      _langs: true,
    },
  })
}
