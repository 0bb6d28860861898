import type { Language } from '../i18n.ts'
import { cached, client } from './client.ts'

/** The links in the header and footer of every page. */
export const readMenu = cached(async (lang: Language) => {
  const [categories, pages] = await Promise.all([
    client.list({
      model: 'category',
      lang,
      langFallback: true,
      order: '_id',
      select: { name: true, slug: true },
    }),
    client.list({
      model: 'page',
      lang,
      langFallback: true,
      where: { in_menu: { eq: true } },
      order: '_id',
      select: { title: true, slug: true },
    }),
  ])
  return { categories: categories.data, pages: pages.data }
})

type Listed = 'article' | 'author' | 'category' | 'event' | 'page'

/** The slugs of all items of a model, which are the same in every language. */
export const slugsOf = cached(async (model: Listed) => {
  const slugs: string[] = []
  for await (const { slug } of client.all({ model, select: { slug: true } })) {
    if (slug) slugs.push(slug)
  }
  return slugs
})

export async function readCategory(lang: Language, slug: string) {
  const { data } = await client.list({
    model: 'category',
    lang,
    langFallback: true,
    where: { slug: { eq: slug } },
    limit: 1,
  })
  return data[0]
}

export async function readAuthor(lang: Language, slug: string) {
  const { data } = await client.list({
    model: 'author',
    lang,
    langFallback: true,
    where: { slug: { eq: slug } },
    limit: 1,
  })
  return data[0]
}

export async function readPage(lang: Language, slug: string) {
  const { data } = await client.list({
    model: 'page',
    lang,
    langFallback: true,
    where: { slug: { eq: slug } },
    limit: 1,
  })
  return data[0]
}
