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
    publishing.problem(path, `must be at most ${maxLength} characters, has ${length}`)
  }
}

function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
