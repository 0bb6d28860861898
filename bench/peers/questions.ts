/** What everybody is asked. */
import { expectedAnswers } from '../model.ts'
import { questionsOf, type ListQuestion, type Question, type ReadName } from '../operations.ts'

const most = 2_000

/** Lists begin at whole pages that hold something: not every peer can begin elsewhere, or count there. */
export function sharedQuestions(name: ReadName, size: number): Question[] {
  const questions = questionsOf(name, size, most).map(atWholePage)
  const different = new Map(questions.map((one) => [JSON.stringify(one), one]))
  for (const empty of emptyPages([...different.values()], size)) {
    different.delete(JSON.stringify(empty))
  }
  return [...different.values()]
}

function atWholePage(question: Question): Question {
  if ('article' in question) return question
  const { offset, limit } = question
  return { ...question, offset: offset - (offset % limit) }
}

function emptyPages(questions: readonly Question[], size: number): Question[] {
  const isLater = (one: Question): one is ListQuestion => !('article' in one) && one.offset > 0
  const later = questions.filter(isLater)
  const expected = expectedAnswers(later, size)
  return later.filter((_, index) => expected[index]?.articles.length === 0)
}
