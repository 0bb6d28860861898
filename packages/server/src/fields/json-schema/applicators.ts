/** Keywords that apply other schemas, to the value or to its parts. */
import { say, type ProblemCode } from '@octavo/schema/problems.ts'
import { shortened } from '../input.ts'
import { isObject } from '../stored-shapes.ts'
import type { JsonProblem, JsonSchemaValue, Run } from './run.ts'

interface Place {
  readonly path: string
  /** The schema that has the keyword. */
  readonly schema: { readonly [keyword: string]: unknown }
  readonly run: Run
}

type Applicator = (argument: unknown, value: unknown, place: Place) => JsonProblem[]

export const applicators: ReadonlyMap<string, Applicator> = new Map<string, Applicator>([
  [
    '$ref',
    (name, value, { path, run }) => run.check(definition(String(name), run.root), value, path),
  ],
  [
    'allOf',
    (schemas, value, { path, run }) =>
      (schemas as unknown[]).flatMap((schema) => run.check(schema, value, path)),
  ],
  ['anyOf', (schemas, value, place) => alternatives(schemas, value, place, Infinity)],
  ['oneOf', (schemas, value, place) => alternatives(schemas, value, place, 1)],
  [
    'not',
    (schema, value, place) =>
      isMatch(schema, value, place) ? problem(place, 'jsonForbidden') : [],
  ],
  ['if', conditional],
  ['items', items],
  [
    'prefixItems',
    (schemas, value, { path, run }) =>
      listOf(value).flatMap((one, index) => {
        const schema = (schemas as unknown[])[index]
        return schema === undefined ? [] : run.check(schema, one, `${path}[${index}]`)
      }),
  ],
  [
    'properties',
    (schemas, value, { path, run }) =>
      Object.entries(schemas as object).flatMap(([name, schema]) => {
        run.spend(1)
        const one = own(value, name)
        return one === undefined ? [] : run.check(schema, one, pathOf(path, name))
      }),
  ],
  ['additionalProperties', additionalProperties],
  [
    'propertyNames',
    (schema, value, { path, run }) =>
      entriesOf(value).flatMap(([name]) => run.check(schema, name, pathOf(path, name))),
  ],
  [
    'required',
    (names, value, { path, run }) => {
      if (!isObject(value)) return []
      run.spend((names as string[]).length / 4)
      return (names as string[])
        .filter((name) => !Object.hasOwn(value, name))
        .map((name) => ({ path: pathOf(path, name), message: say('required') }))
    },
  ],
])

function problem({ path }: Place, code: ProblemCode): JsonProblem[] {
  return [{ path, message: say(code) }]
}

function isMatch(schema: unknown, value: unknown, { path, run }: Place): boolean {
  return run.check(schema, value, path).length === 0
}

function alternatives(schemas: unknown, value: unknown, place: Place, most: number): JsonProblem[] {
  const count = (schemas as unknown[]).filter((schema) => isMatch(schema, value, place)).length
  if (count === 0) return problem(place, 'jsonAlternatives')
  return count > most ? problem(place, 'jsonAmbiguous') : []
}

function conditional(condition: unknown, value: unknown, place: Place): JsonProblem[] {
  const branch = place.schema[isMatch(condition, value, place) ? 'then' : 'else']
  return branch === undefined ? [] : place.run.check(branch, value, place.path)
}

/** The entries after those of `prefixItems`. */
function items(
  schema: unknown,
  value: unknown,
  { path, schema: whole, run }: Place,
): JsonProblem[] {
  const start = (whole['prefixItems'] as unknown[] | undefined)?.length ?? 0
  return listOf(value).flatMap((one, index) =>
    index < start ? [] : run.check(schema, one, `${path}[${index}]`),
  )
}

function additionalProperties(
  schema: unknown,
  value: unknown,
  { path, schema: whole, run }: Place,
): JsonProblem[] {
  const others = entriesOf(value).filter(([name]) => own(whole['properties'], name) === undefined)
  return others.flatMap(([name, one]) => {
    if (schema === false) return [{ path: pathOf(path, name), message: say('jsonProperty') }]
    return run.check(schema, one, pathOf(path, name))
  })
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

/** Not inherited: a value may have a property named `constructor`. */
function own(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
}

function pathOf(path: string, name: string): string {
  return `${path}.${shortened(name)}`
}

/** The schema that a reference names: the whole schema, or one of its definitions. */
export function definition(reference: string, root: JsonSchemaValue): unknown {
  if (reference === '#') return root
  const name = reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined
  if (name === undefined || typeof root === 'boolean') return undefined
  return own(root['$defs'], name)
}

const prefix = '#/$defs/'
