/** What the server says is wrong, in the language of the interface. */
import type { Problem } from '@octavo/schema/errors.ts'
import { AdminFailure } from '../api/admin.ts'
import type { Text } from './text.tsx'

export function problemText(
  problem: Pick<Problem, 'message' | 'code' | 'values'>,
  t: Text,
): string {
  return problem.message === '' ? t('problem.unknown') : t.said(problem)
}

/** Why something could not be done; what is wrong in several places is told one after the other. */
export function errorText(error: Error, t: Text): string {
  if (!(error instanceof AdminFailure)) return problemText(error, t)
  if (error.status === 0) return t('common.offline')
  if (error.status === 412) return t('item.changedMeanwhile')
  if (error.problems.length === 0) return t('problem.unknown')
  return [...new Set(error.problems.map((problem) => problemText(problem, t)))].join('. ')
}
