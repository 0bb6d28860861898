import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  addProblem,
  collectProblems,
  formatProblem,
  maxProblems,
  Refusal,
  TooManyProblems,
  type Problem,
} from './errors.ts'
import { say } from './problems.ts'

const problem = (at: number): Problem => ({ path: `fields.f${at}`, message: 'no such field' })
const more = 'there are more problems than these 100: fix these first'

it('a check stops at the first problem beyond the limit', () => {
  const problems: Problem[] = []
  let checked = 0
  const check = (): void => {
    for (; checked < 900_000; checked++) addProblem(problems, problem(checked))
  }
  assert.throws(check, TooManyProblems)
  assert.deepEqual([checked, problems.length], [maxProblems, maxProblems])
})

it('a refusal lists 100 problems and a note if there are more', () => {
  const all = Array.from({ length: 5_000 }, (_, at) => problem(at))
  assert.deepEqual(new Refusal('badRequest', all.slice(0, 100)).problems, all.slice(0, 100))
  const refusal = new Refusal('badRequest', all)
  assert.equal(refusal.problems.length, maxProblems + 1)
  assert.deepEqual(refusal.problems.slice(0, 100), all.slice(0, 100))
  assert.equal(refusal.problems.at(-1)?.message, more)
  assert.ok(refusal.message.endsWith(`; ${more}`))
  assert.deepEqual(new Refusal('badRequest', refusal.problems).problems, refusal.problems)
})

it('a collected list ends with a note if there are more problems', () => {
  const problems: Problem[] = []
  collectProblems(problems, () => {
    for (let at = 0; at < 1_000; at++) addProblem(problems, problem(at))
  })
  assert.deepEqual([problems.length, problems.at(-1)?.message], [101, more])
  const few: Problem[] = []
  collectProblems(few, () => addProblem(few, problem(1)))
  assert.deepEqual(few, [problem(1)])
  assert.throws(() => collectProblems([], () => assert.fail('other')), /other/)
})

it('names and values of a request are cut in problems', () => {
  const problems: Problem[] = []
  const long = 'x😀'.repeat(500_000)
  addProblem(problems, { path: long, ...say('noOption', { option: long, max: 3 }) })
  const [cut] = problems
  assert.ok(cut && formatProblem(cut).length < 1_500)
  assert.ok(JSON.stringify(cut).length < 6_000 && JSON.stringify(cut).isWellFormed())
  assert.equal(cut.values?.['max'], 3)
})
