import { say } from '@octavo/schema/problems.ts'
import type { Publishing } from './field-type.ts'

export function checkLength(
  text: string,
  maxLength: number | null,
  path: string,
  publishing: Publishing,
): void {
  if (maxLength === null || text.length <= maxLength) return
  const length = countCodePoints(text)
  if (length > maxLength) {
    publishing.problem(path, say('tooLong', { max: maxLength, has: length }), 'maxLength')
  }
}

function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
