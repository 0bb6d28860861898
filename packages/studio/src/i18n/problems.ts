/** Problems reported by the server, in the interface language. */
import type { Problem } from '@octavo/schema/errors.ts'
import { AdminFailure } from '../api/admin.ts'
import type { Text } from './text.tsx'

export function problemText(
  problem: Pick<Problem, 'message' | 'code' | 'values'>,
  t: Text,
): string {
  return problem.message === '' ? t('problem.unknown') : t.message(problem)
}

/** Several problems, each once, as sentences. */
export function problemTexts(
  problems: readonly Pick<Problem, 'message' | 'code' | 'values'>[],
  t: Text,
): string {
  return joined(
    problems.map((problem) => problemText(problem, t)),
    t,
  )
}

export function joined(sentences: readonly string[], t: Text): string {
  return [...new Set(sentences)].join(t('problem.separator'))
}

/** The message of a failed request; several problems are joined. */
export function errorText(error: Error, t: Text): string {
  if (!(error instanceof AdminFailure)) return problemText(error, t)
  if (error.status === 0) return t('common.offline')
  if (error.status === 412) return t('item.changedMeanwhile')
  if (error.problems.length === 0) return t('problem.unknown')
  return problemTexts(error.problems, t)
}
