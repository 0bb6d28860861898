/** Reading what Studio sends: strictly, with every problem named at its place. */
import type { Space } from '@octavo/schema/definitions.ts'
import { addProblem, problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { fold } from '@octavo/schema/fold.ts'
import { parentSpaceLuid } from '@octavo/schema/names.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import { z, type ZodType } from 'zod'
import { shortened } from '../fields/input.ts'
import type { AdminCall, RootAccess } from './api.ts'

/** Text that either database can store. */
export function text(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), rule(say('badCharacters')))
}

/** What a check of our own says. */
export function rule(said: Said): { message: string; params: { said: Said } } {
  return { message: said.message, params: { said } }
}

export const id = z.int().positive()
export const done = { isDone: true } as const

/** Values of an item: what is in them, every name included, is for the field types to judge. */
export const fields = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object of field LUIDs to values',
)

export function checked<T>(schema: ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const problems: Problem[] = []
  for (const issue of error.issues) addIssue(problems, issue)
  throw new Refusal('badRequest', problems)
}

function addIssue(problems: Problem[], issue: z.core.$ZodIssue): void {
  const place = pathText(issue.path)
  if (issue.code !== 'unrecognized_keys') {
    addProblem(problems, problemAt(place, saidOf(issue)))
    return
  }
  for (const key of issue.keys) {
    const name = shortened(key)
    addProblem(problems, problemAt(place === '' ? name : `${place}.${name}`, say('unknownName')))
  }
}

/** A list of at most so many entries. Its length is checked first: what is longer is not looked into. */
export function shortList<Schema extends ZodType>(
  entry: Schema,
  { least = 0, most, message }: { least?: number; most: number; message?: string },
) {
  return z.array(z.unknown()).min(least).max(most, message).pipe(z.array(entry))
}

function saidOf(issue: z.core.$ZodIssue): string | Said {
  if (issue.code === 'custom' && issue.params?.['said']) return issue.params['said'] as Said
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return say('longText', { max: Number(issue.maximum) })
  }
  if (issue.code === 'too_small' && issue.origin === 'string') return say('required')
  return issue.message
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`
    return before === '' ? String(part) : `${before}.${String(part)}`
  }, '')
}

/** The parameters of the query by name. Unknown ones are left alone, a repeated one is refused. */
export function parameters<const Name extends string>(
  { query }: AdminCall,
  ...names: Name[]
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const values = query.filter(([given]) => given === name).map(([, value]) => value)
    if (values.length > 1) throw new Refusal('badRequest', [problemAt(name, say('givenTwice'))])
    if (values[0] !== undefined && values[0] !== '') found[name] = values[0]
  }
  return found
}

export function wholeNumber(
  value: string | undefined,
  path: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  if (value === undefined) return fallback
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Refusal('badRequest', [problemAt(path, say('wholeNumber', { min, max }))])
}

export function windowOf(call: AdminCall): { limit: number; offset: number } {
  const { limit, offset } = parameters(call, 'limit', 'offset')
  return {
    limit: wholeNumber(limit, 'limit', { min: 1, max: 100, fallback: 50 }),
    offset: wholeNumber(offset, 'offset', { min: 0, max: 1e12, fallback: 0 }),
  }
}

export function oneOf<const Name extends string>(
  value: string | undefined,
  names: readonly Name[],
  path: string,
  fallback: Name,
): Name {
  if (value === undefined) return fallback
  const known = names.find((name) => name === value)
  if (known !== undefined) return known
  throw new Refusal('badRequest', [problemAt(path, say('notOneOf', { names: names.join(', ') }))])
}

/** What a search is for: every word of it, folded. */
export function keywordsIn(search: string | undefined): string[] {
  return fold(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 20)
}

/** What is no id at all names nothing: the same as an id that nothing has. */
export function idIn({ params }: AdminCall, what: keyof typeof gone): number {
  const value = params['id'] ?? ''
  if (/^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value))) return Number(value)
  throw notThere(what)
}

export function idList(value: string | undefined, path: string): number[] {
  const parts = (value ?? '').split(',').filter((part) => part !== '')
  if (parts.length <= 100 && parts.every((part) => /^[1-9]\d{0,14}$/.test(part))) {
    return parts.map(Number)
  }
  throw new Refusal('badRequest', [problemAt(path, say('tooManyIds', { max: 100 }))])
}

const gone = {
  item: 'itemGone',
  'media item': 'mediaGone',
  key: 'keyGone',
  member: 'memberGone',
} as const

export function notThere(what: keyof typeof gone): Refusal {
  return new Refusal('notFound', say(gone[what]))
}

export function mayUse({ spaceIds }: RootAccess, spaceId: number): boolean {
  return spaceIds === null || spaceIds.includes(spaceId)
}

/** The space of this LUID, if the caller may use it. Nobody learns of others. */
export function spaceNamed(root: RootAccess, luid: string | undefined, path = 'space'): Space {
  const space = root.schema.spaceByLuid.get(luid ?? parentSpaceLuid)
  if (space && mayUse(root, space.id)) return space
  throw new Refusal('forbidden', [problemAt(path, say('notYourSpace'))])
}

/** Ids of the spaces that a list is asked for: those named, as far as the caller may use them. */
export function spacesNamed(root: RootAccess, luids: string | undefined): readonly number[] | null {
  const names = (luids ?? '').split(',').filter((luid) => luid !== '')
  if (names.length === 0) return root.spaceIds
  return names.map((luid) => spaceNamed(root, luid).id)
}
