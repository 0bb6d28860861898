/** Looks whether answers are right before anything is measured. */
import { articleValues, authorName, categoryName } from './article-values.ts'
import { articleId } from './articles.ts'
import { expectedAnswers, type Expected } from './model.ts'
import { octavoPath, questionsOf, type Question, type ReadName } from './operations.ts'

/** How many different answers of an operation the bare server has, and are looked at. */
const shownQuestions = 200
/** Searching is dear, for the plain model too. */
const [shownSearches, checkedSearches] = [40, 12]

export class WrongAnswer extends Error {}

export interface Shown {
  questions: Question[]
  /** Bodies by path. */
  answers: Map<string, Buffer>
}

const known = new Map<string, Expected[]>()

/** Asks for answers and compares them with what the data set says; returns them for the bare server. */
export async function checkedAnswers(
  names: readonly ReadName[],
  size: number,
  ask: (path: string) => Promise<Buffer>,
): Promise<Map<ReadName, Shown>> {
  const shown = new Map<ReadName, Shown>()
  const checked: { question: Question; body: Buffer }[] = []
  for (const name of names) {
    const isSearch = name.startsWith('R6')
    const questions = questionsOf(name, size, isSearch ? shownSearches : shownQuestions)
    const answers = new Map<string, Buffer>()
    const limit = isSearch ? checkedSearches : Infinity
    for (const [index, question] of questions.entries()) {
      const body = await ask(octavoPath(question))
      answers.set(octavoPath(question), body)
      if (index < limit) checked.push({ question, body })
    }
    shown.set(name, { questions, answers })
  }
  const memory = `${size} ${names.join()}`
  const expected =
    known.get(memory) ??
    expectedAnswers(
      checked.map(({ question }) => question),
      size,
    )
  known.set(memory, expected)
  checked.forEach(({ question, body }, index) => {
    compare(question, JSON.parse(body.toString()) as Answer, expected[index])
  })
  return shown
}

/** What is published is all there is, so a published key must see the same bytes, from the cache. */
export async function checkKept({ answers }: Shown, baseUrl: string, key: string): Promise<void> {
  for (const [path, body] of answers) {
    const answer = await fetch(new URL(path, baseUrl), { headers: { 'X-SERVICE-API-KEY': key } })
    const isSame = body.equals(await answer.bytes())
    const kept = answer.headers.get('x-cache')
    if (isSame && kept === 'HIT') continue
    throw new WrongAnswer(`${path}: ${isSame ? 'same' : 'other'} bytes, X-Cache is ${kept}`)
  }
}

interface ShownArticle {
  _id: number
  title: string
  body: string
  author: { name: string }
  category: { name: string }
}
type Answer = ShownArticle | { total: number; data: ShownArticle[] }

function compare(question: Question, answer: Answer, expected: Expected | undefined): void {
  const { total, data } = 'data' in answer ? answer : { total: 1, data: [answer] }
  const ids = expected?.articles.map(articleId).join()
  const got = data.map(({ _id: id }) => id).join()
  const isRight = total === expected?.total && got === ids && data.every(isWhole)
  if (isRight) return
  throw new WrongAnswer(
    `${JSON.stringify(question)}: total ${total}, not ${expected?.total}; ids ${got}, not ${ids}`,
  )
}

/** With its own text and the references shown. */
function isWhole({ _id, title, body, author, category }: ShownArticle): boolean {
  const values = articleValues(_id - articleId(0))
  return (
    title === values.title &&
    body === values.body &&
    author.name === authorName(values.author) &&
    category.name === categoryName(values.category)
  )
}
