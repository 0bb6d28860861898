/** Computes correct responses by scanning all articles of the data set. */
import { articleValues, authorName, type ArticleValues } from './article-values.ts'
import type { ListQuery, ReadQuery } from './operations.ts'

export interface Expected {
  total: number
  /** Numbers of the articles, in order. */
  articles: number[]
}

/** Uses one pass for all queries, so that a million articles are generated only once and not stored. */
export function expectedResponses(readQueries: readonly ReadQuery[], size: number): Expected[] {
  const found = readQueries.map((): Match[] => [])
  const lists = readQueries.flatMap((readQuery, index) =>
    'article' in readQuery ? [] : [{ readQuery, matches: found[index] ?? [] }],
  )
  for (let n = 1; n <= size && lists.length > 0; n++) {
    const article = articleValues(n)
    const text = textOf(article)
    for (const { readQuery, matches } of lists) {
      if (fits(readQuery, article, text)) matches.push({ n, startsAt: article.startsAt })
    }
  }
  return readQueries.map((readQuery, index) => expected(readQuery, found[index] ?? []))
}

interface Match {
  n: number
  startsAt: number
}

function expected(readQuery: ReadQuery, matches: Match[]): Expected {
  if ('article' in readQuery) return { total: 1, articles: [readQuery.article] }
  const { offset, limit, byStart } = readQuery
  matches.sort((a, b) => (byStart ? b.startsAt - a.startsAt : 0) || b.n - a.n)
  const page = matches.slice(offset, offset + limit)
  return { total: matches.length, articles: page.map(({ n }) => n) }
}

/** The separator is a character that no keyword contains. */
function textOf({ title, slug, lead, body, tag }: ArticleValues): string {
  return [title, slug, lead, body, tag].join('\n')
}

function fits(readQuery: ListQuery, article: ArticleValues, text: string): boolean {
  const { kind, category, authorName: name, contains } = readQuery
  return (
    (kind === undefined || kind === article.kind) &&
    (category === undefined || category === article.category) &&
    (name === undefined || name === authorName(article.author)) &&
    (contains === undefined || text.includes(contains))
  )
}
