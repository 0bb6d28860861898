/** Strict validation of requests from Studio. Every problem has a path. */
import type { Space } from '@octavo/schema/definitions.ts'
import { addProblem, problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { fold } from '@octavo/schema/fold.ts'
import { parentSpaceLuid } from '@octavo/schema/names.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { z, ZodObject, ZodType } from 'zod'
import { shortened } from '../fields/input.ts'
import type { RawQuery } from '../query/parameters.ts'
import type { AdminCall, RootAccess } from './api.ts'

export const done = { isDone: true } as const

export function checked<Schema extends ZodType>(
  schema: Schema,
  value: unknown,
  problems: Problem[] = [],
): z.output<Schema> {
  const { data, error } = schema.safeParse(value, { reportInput: true })
  for (const issue of error?.issues ?? []) addIssue(problems, issue)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  return data as z.output<Schema>
}

/**
 * Parses the query parameters of a route. An empty parameter counts as omitted; a repeated one is rejected.
 */
export function checkedQuery<Schema extends ZodObject>(
  schema: Schema,
  query: RawQuery,
): z.output<Schema> {
  const problems: Problem[] = []
  const values: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = query.flatMap(([sent, given]) => (sent === name ? [given] : []))
    if (more.length > 0) problems.push(problemAt(name, say('givenTwice')))
    else if (value !== undefined && value !== '') values[name] = value
  }
  return checked(schema, values, problems)
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

const notOfType: Partial<Record<z.core.$ZodIssueInvalidType['expected'], CodedMessage>> = {
  string: say('notText'),
  boolean: say('notBoolean'),
  array: say('notList'),
  object: say('notObject'),
  record: say('notObject'),
}

function saidOf(issue: z.core.$ZodIssue): string | CodedMessage {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['coded'] as CodedMessage | undefined) ?? issue.message
    case 'invalid_type':
      if (issue.input === undefined) return say('required')
      return notOfType[issue.expected] ?? 'must be a whole number'
    case 'invalid_value':
      if (issue.input === undefined) return say('required')
      return say('notOneOf', { names: issue.values.join(', ') })
    case 'too_big':
      if (issue.origin === 'string') return say('longText', { max: Number(issue.maximum) })
      return issue.message
    case 'too_small':
      return issue.origin === 'string' ? say('required') : issue.message
    default:
      return issue.message
  }
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`
    return before === '' ? String(part) : `${before}.${String(part)}`
  }, '')
}

/** The words of a search, folded. */
export function keywordsIn(search: string | undefined): string[] {
  return fold(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 20)
}

/** An invalid id gives the same error as an id that does not exist. */
export function idIn({ params }: AdminCall, what: Addressed, name = 'id'): number {
  const value = params[name] ?? ''
  if (/^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value))) return Number(value)
  throw notFoundError(what)
}

type Addressed = 'item' | 'media' | 'key' | 'token' | 'webhook' | 'delivery' | 'member' | 'view'

export function notFoundError(what: Addressed): Refusal {
  return new Refusal('notFound', say(`${what}Gone`))
}

export function mayUse({ spaceIds }: RootAccess, spaceId: number): boolean {
  return spaceIds === null || spaceIds.includes(spaceId)
}

/** The space with this LUID, if the caller may use it. Missing and forbidden spaces give the same error. */
export function spaceNamed(root: RootAccess, luid: string | undefined, path = 'space'): Space {
  const space = root.schema.spaceByLuid.get(luid ?? parentSpaceLuid)
  if (space && mayUse(root, space.id)) return space
  throw new Refusal('forbidden', [problemAt(path, say('notYourSpace'))])
}

/** Ids of the requested spaces; without a request, those that the caller may use. */
export function spacesNamed(root: RootAccess, luids: string | undefined): readonly number[] | null {
  const names = (luids ?? '').split(',').filter((luid) => luid !== '')
  if (names.length === 0) return root.spaceIds
  return names.map((luid) => spaceNamed(root, luid).id)
}
