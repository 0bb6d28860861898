/**
 * What is measured, said without the words of any API, so that every server is asked the same. Each
 * request of an operation asks for something else, except where the operation is one fixed list.
 */
import {
  articleValues,
  authorCount,
  authorName,
  categoryCount,
  englishPlace,
  japanesePlace,
  kinds,
  placeCount,
  randomFrom,
} from './article-values.ts'
import { articleId } from './articles.ts'
import { counterMark } from './load.ts'

export const readNames = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6 ASCII', 'R6 Japanese'] as const
export type ReadName = (typeof readNames)[number]

/** One article by its number, or a list of articles, newest first unless told otherwise. */
export type Question = { readonly article: number } | ListQuestion

export interface ListQuestion {
  readonly limit: number
  readonly offset: number
  readonly kind?: (typeof kinds)[number]
  /** 1 to 20. */
  readonly category?: number
  /** Of the author that an article refers to. */
  readonly authorName?: string
  /** Stands somewhere in the text of the article. */
  readonly contains?: string
  /** Latest first, not newest first. */
  readonly byStart?: true
}

type Pick = (count: number) => number

interface Operation {
  readonly title: string
  /** Whether each request asks for something else. */
  readonly varies: boolean
  question(pick: Pick, size: number): Question
}

/** Pages begin at other places, so that more questions differ than there are authors. */
const starts = 40

export const operations: Record<ReadName, Operation> = {
  R1: {
    title: 'one by id, references shown',
    varies: true,
    question: (pick, size) => ({ article: 1 + pick(size) }),
  },
  R2: {
    title: 'newest 20 with total',
    varies: false,
    question: () => ({ limit: 20, offset: 0 }),
  },
  R3: {
    title: 'newest 100 with total',
    varies: false,
    question: () => ({ limit: 100, offset: 0 }),
  },
  R4: {
    title: 'two filters, ordered by another field, 20, total',
    varies: true,
    question: (pick) => ({
      limit: 20,
      offset: pick(starts),
      kind: kinds[pick(kinds.length)] ?? 'news',
      category: 1 + pick(categoryCount),
      byStart: true,
    }),
  },
  R5: {
    title: "filter on the author's name, 20, total",
    varies: true,
    question: (pick) => ({
      limit: 20,
      offset: pick(starts),
      authorName: authorName(1 + pick(authorCount)),
    }),
  },
  'R6 ASCII': {
    title: 'five letters inside a word, 20, total',
    varies: true,
    question: (pick) => ({
      limit: 20,
      offset: pick(starts / 4),
      contains: englishPlace(pick(placeCount)).slice(1),
    }),
  },
  'R6 Japanese': {
    title: 'two Japanese characters, 20, total',
    varies: true,
    question: (pick) => ({
      limit: 20,
      offset: pick(starts / 4),
      contains: japanesePlace(pick(placeCount)),
    }),
  },
}

/** Up to `most` questions that all differ, the same ones every time. */
export function questionsOf(name: ReadName, size: number, most: number): Question[] {
  const { question, varies } = operations[name]
  const random = randomFrom(readNames.indexOf(name) + 1)
  const pick = (count: number): number => Math.floor(random() * count)
  const wanted = varies ? most : 1
  const questions = new Map<string, Question>()
  for (let tries = 0; tries < wanted * 4 && questions.size < wanted; tries++) {
    const next = question(pick, size)
    questions.set(JSON.stringify(next), next)
  }
  return [...questions.values()]
}

/** The question as Octavo's API takes it. */
export function octavoPath(question: Question): string {
  if ('article' in question) return `/v1/contents/${articleId(question.article)}?depth=1`
  const { limit, offset, kind, category, authorName: name, contains, byStart } = question
  const query = new URLSearchParams({ model: 'article', depth: '1', limit: String(limit) })
  if (offset > 0) query.set('offset', String(offset))
  if (kind !== undefined) query.set('kind[eq]', kind)
  if (category !== undefined) query.set('category[eq]', String(authorCount + category))
  if (name !== undefined) query.set('author.name[eq]', name)
  if (contains !== undefined) query.set('contains', contains)
  if (byStart) query.set('order', '-starts_at')
  return `/v1/contents?${query.toString()}`
}

/** W1: a new article each time, published; `counterMark` keeps its unique field apart. */
export const newArticle = {
  ...articleValues(1_000_000_007),
  title: `A new article ${counterMark}`,
  slug: `new-${counterMark}`,
}

export function octavoCreation(): { path: string; body: string } {
  const { startsAt, category, ...values } = newArticle
  const times = { starts_at: new Date(startsAt).toISOString(), category: authorCount + category }
  const body = JSON.stringify({ fields: { ...values, ...times } })
  return { path: '/v1/contents?model=article&published=true', body }
}
