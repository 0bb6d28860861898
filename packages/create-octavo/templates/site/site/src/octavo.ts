/** Reads the content. The types come from the models of the project. */
import { createClient } from '@octavo/client'
import type { Schema } from '../../octavo-types.ts'
import { key, url } from './environment.ts'
import type { Language } from './languages.ts'

const client = createClient<Schema>({ url, key })

/** Published articles, newest first. Texts without a translation are in the main language. */
export async function listArticles(lang: Language) {
  const { data } = await client.list({
    model: 'article',
    lang,
    langFallback: true,
    order: '-_published_at',
    select: { _published_at: true, title: true, slug: true, lead: true, author: { name: true } },
    limit: 100,
  })
  return data
}

/** One article, or undefined. */
export async function readArticle(lang: Language, slug: string) {
  const { data } = await client.list({
    model: 'article',
    lang,
    langFallback: true,
    where: { slug: { eq: slug } },
    limit: 1,
  })
  return data[0]
}
