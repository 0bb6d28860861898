/** Looks whether a contender's answers hold what the plain model says, before anything is measured. */
import { articleValues, authorName, categoryName } from '../article-values.ts'
import { counterMark } from '../load.ts'
import { expectedAnswers, type Expected } from '../model.ts'
import { newArticle, readNames, type Question } from '../operations.ts'
import type { Contender } from './contender.ts'
import type { Answer, ShownArticle } from './peer.ts'
import { sharedQuestions } from './questions.ts'

/** Of each operation. */
const checked = 40

export interface Exam {
  readonly questions: readonly Question[]
  readonly expected: readonly Expected[]
}

export function makeExam(size: number): Exam {
  const questions = readNames.flatMap((name) => sharedQuestions(name, size).slice(0, checked))
  return { questions, expected: expectedAnswers(questions, size) }
}

/** Rejects at the first answer that is not right. */
export async function examine(one: Contender, { questions, expected }: Exam): Promise<void> {
  for (const [index, question] of questions.entries()) {
    const answer = one.shown(await ask(one, one.path(question)))
    const problem = problemOf(answer, expected[index] ?? { total: 0, articles: [] })
    if (problem) throw new Error(`wrong answer to ${JSON.stringify(question)}: ${problem}`)
  }
}

/** A new article is there at once, whole, and the newest. */
export async function examineCreation(one: Contender, size: number): Promise<void> {
  const { path, body } = one.creation
  const named = body.replaceAll(counterMark, 'examined')
  await ask(one, path, named)
  const { total, articles } = one.shown(await ask(one, one.path({ limit: 20, offset: 0 })))
  const newest = articles[0]
  const isThere =
    total === size + 1 &&
    newest?.slug === 'new-examined' &&
    newest.body === newArticle.body &&
    newest.author.name === authorName(newArticle.author)
  if (!isThere) throw new Error(`the new article is not the newest: ${newest?.slug} of ${total}`)
}

async function ask({ port, headers }: Contender, path: string, body?: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
  return JSON.parse(text)
}

function problemOf({ total, articles }: Answer, expected: Expected): string | undefined {
  if (total !== expected.total) return `a total of ${total}, not ${expected.total}`
  const got = articles.map(({ slug }) => slug).join()
  const wanted = expected.articles.map((n) => articleValues(n).slug).join()
  if (got !== wanted) return `${got}, not ${wanted}`
  const broken = articles.find((article, index) => !isWhole(article, expected.articles[index] ?? 0))
  return broken && `${broken.slug} is not whole`
}

/** With its own text and the references shown. */
function isWhole({ title, body, author, category }: ShownArticle, n: number): boolean {
  const values = articleValues(n)
  return (
    title === values.title &&
    body === values.body &&
    author.name === authorName(values.author) &&
    category.name === categoryName(values.category)
  )
}
