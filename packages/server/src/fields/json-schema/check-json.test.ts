import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatProblem, problemAt } from '@octavo/schema/errors.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { readJsonSchema } from '../../modeling/check-json-schema.ts'
import { Part } from '../../modeling/reading.ts'
import { runs } from '../../testing/runs.ts'
import { patternMatcher } from '../pattern-match.ts'
import { checkJson } from './check-json.ts'
import type { JsonSchemaValue } from './run.ts'

const names = ['a', 'b', 'constructor', '0']

function problemsIn(schema: unknown): string[] {
  const problems: string[] = []
  const report = (problem: Parameters<typeof formatProblem>[0]): void =>
    void problems.push(formatProblem(problem))
  readJsonSchema(new Part(schema, 'schema', { report, references: [] }))
  return problems
}

const small = fc.integer({ min: 0, max: 3 })
const value = fc.jsonValue({ maxDepth: 3 }).map((one) => one ?? null)
const similar: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 'a', 'ab', '日本', 0, 1, 1.5, -2, 3),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
  ),
})).value

/** Schemas with every supported keyword, over few names and values so that they often match. */
const schemaArbitrary: fc.Arbitrary<unknown> = fc.letrec((tie) => {
  const schema = tie('schema')
  const list = fc.array(schema, { minLength: 1, maxLength: 3 })
  const map = fc.dictionary(fc.constantFrom(...names), schema, { maxKeys: 2 })
  const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null')
  const some = { requiredKeys: [] as [] }
  return {
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.boolean(),
      fc.record({ type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1 })) }),
      fc.record({ enum: fc.array(similar, { minLength: 1, maxLength: 4 }) }),
      fc.record({ const: similar }),
      fc.record({ minimum: small, maximum: small, multipleOf: fc.constantFrom(0.5, 2) }, some),
      fc.record({ exclusiveMinimum: small, exclusiveMaximum: small }, some),
      fc.record({ minLength: small, maxLength: small, pattern: fc.constant('^a') }, some),
      fc.record({ minItems: small, maxItems: small, uniqueItems: fc.boolean() }, some),
      fc.record({ minProperties: small, maxProperties: small }, some),
      fc.record({ required: fc.uniqueArray(fc.constantFrom(...names)) }),
      fc.record({ items: schema, prefixItems: list }, some),
      fc.record({ properties: map, additionalProperties: schema, propertyNames: schema }, some),
      fc.record({ allOf: list, anyOf: list, oneOf: list, not: schema }, some),
      fc.record(Object.fromEntries(['if', 'then', 'else'].map((name) => [name, schema]))),
      fc.constant({ $ref: '#/$defs/a' }),
    ),
  }
}).schema

/** Ajv generates code with an undefined variable for some combinations of `if` and `oneOf`. */
function outcomeOf(validate: () => unknown): unknown {
  try {
    return validate()
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

describe('JSON Schema', () => {
  it('accepts what another implementation accepts', () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false })
    fc.assert(
      fc.property(
        schemaArbitrary,
        fc.constantFrom<unknown>({ type: 'string' }, { minimum: 1 }),
        fc.array(fc.oneof(similar, value), { minLength: 4, maxLength: 8 }),
        (body, definition, values) => {
          const schema = { allOf: [body], $defs: { a: definition } }
          assert.deepEqual(problemsIn(schema), [])
          const isValid = ajv.compile(schema)
          for (const one of values) {
            // Properties of `__proto__` differ between the implementations.
            const plain: unknown = JSON.parse(JSON.stringify(one).replaceAll('__proto__', 'proto'))
            const found = checkJson(schema, plain, patternMatcher())
            const expected = outcomeOf(() => isValid(plain))
            if (expected === undefined) continue
            assert.equal(found.length === 0, expected, JSON.stringify({ schema, plain }))
          }
        },
      ),
      runs(300),
    )
  })

  it('names the place of each problem', () => {
    const schema: JsonSchemaValue = {
      type: 'object',
      required: ['name'],
      properties: {
        prices: { type: 'array', items: { type: 'number', minimum: 0 }, maxItems: 2 },
        kind: { enum: ['a', 'b'] },
      },
      additionalProperties: false,
    }
    const given = { prices: [1, -1, 'x'], kind: 'c', extra: 1 }
    const found = checkJson(schema, given, patternMatcher())
    assert.deepEqual(
      found.map(({ path, message }) => formatProblem(problemAt(`data${path}`, message))),
      [
        'data.name: is required',
        'data.prices[1]: must be at least 0',
        'data.prices[2]: must be of type number',
        'data.prices: must have at most 2 entries, has 3',
        'data.kind: must be one of "a", "b"',
        'data.extra: is not a property that the JSON Schema of the field allows',
      ],
    )
  })

  it('stops when a schema is circular or takes too long', () => {
    const doubled = (name: string) => ({ anyOf: [{ $ref: name }, { $ref: name }], not: true })
    const defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`d${at}`, doubled(`#/$defs/d${at + 1}`)]),
    )
    const schemas: JsonSchemaValue[] = [
      { $ref: '#' },
      { $ref: '#/$defs/d0', $defs: { ...defs, d30: false } },
    ]
    for (const schema of schemas) {
      const [problem] = checkJson(schema, 'x', patternMatcher())
      assert.equal(problem?.message.code, 'jsonTooComplex')
    }
  })

  it('reports what is wrong with a schema, and where', () => {
    const table: [schema: unknown, problem: RegExp][] = [
      [7, /^schema: must be a JSON Schema: an object, true or false; is number 7$/],
      [{ typ: 'string' }, /^schema\.typ: is not a keyword .* did you mean "type"\?$/],
      [{ patternProperties: {} }, /^schema\.patternProperties: is not a keyword/],
      [{ type: 'text' }, /^schema\.type: must be string, number, .* is text "text"$/],
      [
        { properties: { a: { minimum: '1' } } },
        /^schema\.properties\.a\.minimum: must be a number/,
      ],
      [{ items: [true] }, /^schema\.items: must be a JSON Schema/],
      [{ anyOf: [] }, /^schema\.anyOf: is empty/],
      [{ minLength: -1 }, /^schema\.minLength: must be a whole number of at least 0/],
      [{ multipleOf: 0 }, /^schema\.multipleOf: must be greater than 0/],
      [{ pattern: '(a+)+' }, /^schema\.pattern: could take very long/],
      [{ $ref: '#/$defs/a' }, /^schema\.\$ref: must be # or #\/\$defs\//],
      [{ $ref: 'https://example.com/schema' }, /^schema\.\$ref: must be #/],
      [{ description: 'x'.repeat(20_001) }, /^schema: must be at most 20000 characters/],
    ]
    for (const [schema, problem] of table) {
      const problems = problemsIn(schema)
      assert.equal(problems.length, 1, JSON.stringify(problems))
      assert.match(problems[0] ?? '', problem)
    }
  })
})
