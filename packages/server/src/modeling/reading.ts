/** Reads the parts of a schema file. Each reader reports what is wrong and gives what can be used. */
import { isLuid } from '@octavo/schema/names.ts'
import { say, type Said } from '@octavo/schema/problems.ts'

export interface Checking {
  problem(path: string, said: Said): void
}

export type Entry = Readonly<Record<string, unknown>>

const maxNameLength = 200

export function readEntry(value: unknown, path: string, checking: Checking): Entry | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Entry
  checking.problem(path, say('wantsObject', { value: nameOf(value) }))
  return undefined
}

/** A list, or an empty one where there is none. */
export function readList(value: unknown, path: string, checking: Checking): readonly unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  checking.problem(path, say('wantsList', { value: nameOf(value) }))
  return []
}

export function readFlag(
  value: unknown,
  path: string,
  otherwise: boolean,
  checking: Checking,
): boolean {
  if (value === undefined) return otherwise
  if (typeof value === 'boolean') return value
  checking.problem(path, say('wantsFlag', { value: nameOf(value) }))
  return otherwise
}

/** Text that may be left out. */
export function readOptionalText(value: unknown, path: string, checking: Checking): string | null {
  return isLeftOut(value) ? null : (readText(value, path, checking) ?? null)
}

export function readText(value: unknown, path: string, checking: Checking): string | undefined {
  if (typeof value !== 'string') {
    const isMissing = value === undefined
    checking.problem(path, isMissing ? say('missing') : say('wantsText', { value: nameOf(value) }))
    return undefined
  }
  const fault = textFault(value)
  if (fault === undefined) return value
  checking.problem(path, fault)
  return undefined
}

/** What people see of a thing: on one line and not endless. */
export function readName(
  value: unknown,
  path: string,
  otherwise: string,
  checking: Checking,
): string {
  if (value === undefined) return otherwise
  const name = readText(value, path, checking)
  if (name === undefined) return otherwise
  if (name.trim() === '') checking.problem(path, say('nameEmpty'))
  if (name.length > maxNameLength) {
    checking.problem(path, say('nameTooLong', { has: name.length, max: maxNameLength }))
  }
  if (/\p{Cc}/u.test(name)) checking.problem(path, say('nameControls'))
  return name
}

export function readLuid(value: unknown, path: string, checking: Checking): string | undefined {
  const luid = readText(value, path, checking)
  if (luid === undefined || isLuid(luid)) return luid
  checking.problem(path, say('notLuid', { name: JSON.stringify(shortened(luid)) }))
  return undefined
}

/** Reports keys that mean nothing here, and the known key that was probably meant. */
export function checkKeys(
  entry: Entry,
  known: readonly string[],
  path: string,
  checking: Checking,
): void {
  for (const key of Object.keys(entry)) {
    if (known.includes(key)) continue
    const meant = nearest(key, known)
    const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`
    checking.problem(within(path, shortened(key)), say('unknownKey', { hint }))
  }
}

/** Reports names that stand twice in one list; `paths` are where they stand. */
export function checkDistinct(
  names: readonly { name: string; path: string }[],
  noun: string,
  checking: Checking,
): void {
  const first = new Map<string, string>()
  for (const { name, path } of names) {
    const before = first.get(name)
    if (before === undefined) first.set(name, path)
    else
      checking.problem(
        path,
        say('nameTwice', { what: noun, name: JSON.stringify(shortened(name)), place: before }),
      )
  }
}

export function within(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

export function isLeftOut(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text
}

export function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return `${typeof value === 'string' ? 'text' : typeof value} ${shortened(JSON.stringify(value) ?? '')}`
}

/** The known word that differs least from a mistyped one, if any is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate, limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

function textFault(text: string): Said | undefined {
  if (text.includes('\0')) return say('nul')
  if (!text.isWellFormed()) return say('halfCharacter')
  return undefined
}

/** Insertions, deletions, replacements and case apart; more than `limit` is just too many. */
function editDistance(from: string, to: string, limit: number): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()]
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
