/** What a right answer holds, by looking at every article of the data set. */
import { articleValues, authorName, type ArticleValues } from './article-values.ts'
import type { ListQuestion, Question } from './operations.ts'

export interface Expected {
  total: number
  /** Numbers of the articles, in order. */
  articles: number[]
}

/** Answers all questions in one pass: a million articles are made once, and not kept. */
export function expectedAnswers(questions: readonly Question[], size: number): Expected[] {
  const found = questions.map((): Match[] => [])
  const lists = questions.flatMap((question, index) =>
    'article' in question ? [] : [{ question, matches: found[index] ?? [] }],
  )
  for (let n = 1; n <= size && lists.length > 0; n++) {
    const article = articleValues(n)
    const text = textOf(article)
    for (const { question, matches } of lists) {
      if (fits(question, article, text)) matches.push({ n, startsAt: article.startsAt })
    }
  }
  return questions.map((question, index) => expected(question, found[index] ?? []))
}

interface Match {
  n: number
  startsAt: number
}

function expected(question: Question, matches: Match[]): Expected {
  if ('article' in question) return { total: 1, articles: [question.article] }
  const { offset, limit, byStart } = question
  matches.sort((a, b) => (byStart ? b.startsAt - a.startsAt : 0) || b.n - a.n)
  const page = matches.slice(offset, offset + limit)
  return { total: matches.length, articles: page.map(({ n }) => n) }
}

/** Between two values there is something that no keyword has. */
function textOf({ title, slug, lead, body, tag }: ArticleValues): string {
  return [title, slug, lead, body, tag].join('\n')
}

function fits(question: ListQuestion, article: ArticleValues, text: string): boolean {
  const { kind, category, authorName: name, contains } = question
  return (
    (kind === undefined || kind === article.kind) &&
    (category === undefined || category === article.category) &&
    (name === undefined || name === authorName(article.author)) &&
    (contains === undefined || text.includes(contains))
  )
}
