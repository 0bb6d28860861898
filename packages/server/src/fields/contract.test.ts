/** The contract of every field type, checked with generated fields and values. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from '@octavo/schema/definitions.ts'
import { factsOf, fieldTypeNames, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { compareCodePoints } from '@octavo/schema/fold.ts'
import { allFields } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import {
  inputValueArbitrary,
  storedValueArbitrary,
  worldArbitrary,
  writingFor,
  type World,
} from '../testing/field-arbitraries.ts'
import { jsonSchemas } from '../testing/openapi-check.ts'
import { runs } from '../testing/runs.ts'
import type { Describing, JsonSchema, Rendered, Stored, StoredValues } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'
import { exportValues, indexKeysOf, misfitIn, renderValues, searchTextsOf } from './values.ts'

/** The operators and the sorting that the documentation states. */
const filters: { [name: string]: { operators: string[]; isSortable: boolean } } = {
  text: {
    operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
    isSortable: true,
  },
  multiline: {
    operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
    isSortable: true,
  },
  flexible: { operators: ['contains', 'startswith', 'exists'], isSortable: false },
  number: {
    operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
    isSortable: true,
  },
  boolean: { operators: ['eq', 'ne'], isSortable: true },
  select: { operators: ['eq', 'ne', 'in', 'nin', 'exists'], isSortable: true },
  multiselect: { operators: ['has', 'hasany', 'hasall', 'exists'], isSortable: false },
  date: {
    operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
    isSortable: true,
  },
  datetime: { operators: ['lt', 'lte', 'gt', 'gte', 'exists'], isSortable: true },
  url: {
    operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
    isSortable: true,
  },
  email: {
    operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
    isSortable: true,
  },
  color: { operators: ['eq', 'ne', 'in', 'nin', 'exists'], isSortable: true },
  location: { operators: ['exists'], isSortable: false },
  json: { operators: ['exists'], isSortable: false },
  media: { operators: ['exists'], isSortable: false },
  reference: { operators: ['eq', 'ne', 'in', 'nin', 'exists'], isSortable: false },
  references: { operators: ['has', 'hasany', 'hasall', 'exists'], isSortable: false },
  repeat: { operators: ['exists'], isSortable: false },
  combination: { operators: ['exists'], isSortable: false },
  fieldset: { operators: [], isSortable: false },
}

const isString = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'

/** Types that are not listed accept values of the same JavaScript type as their examples. */
const isOfType: { [name: string]: (value: unknown) => boolean } = {
  text: isString,
  multiline: isString,
  flexible: isString,
  boolean: (value) => typeof value === 'boolean',
  select: isString,
  multiselect: Array.isArray,
  datetime: isString,
  media: isNumber,
  reference: isNumber,
  references: Array.isArray,
  repeat: Array.isArray,
  combination: Array.isArray,
  json: () => true,
  fieldset: (value) => typeof value === 'object' && !Array.isArray(value),
}

const deep: unknown = JSON.parse('['.repeat(5000) + ']'.repeat(5000))
const hostile: unknown[] = [
  deep,
  [deep],
  JSON.parse('{"__proto__": {"luid": "x"}, "constructor": 1, "_id": 2}'),
  [JSON.parse('{"__proto__": null, "luid": "__proto__", "fields": {"__proto__": 1}}')],
  [{ luid: 'constructor', fields: [] }],
  1e308,
  -0,
  2 ** 53,
  0.5,
  NaN,
  Infinity,
  'a\0b',
  '\ud800',
  'x'.repeat(1_000_001),
  Array.from({ length: 1001 }, () => null),
  [null, undefined, '', [], {}],
  Symbol('x'),
  () => 1,
  10n,
  new Date(),
]

function fieldWorlds(name: FieldTypeName): fc.Arbitrary<[Field, World]> {
  const fieldsOf = (world: World) =>
    allFields(world.schema.root).filter((field) => field.type === name)
  return worldArbitrary
    .filter((world) => fieldsOf(world).length > 0)
    .chain((world) => fc.tuple(fc.constantFrom(...fieldsOf(world)), fc.constant(world)))
}

function cases<Value>(
  name: FieldTypeName,
  valueOf: (field: Field, world: World) => fc.Arbitrary<Value>,
): fc.Arbitrary<[Field, World, Value]> {
  return fieldWorlds(name).chain(([field, world]) =>
    fc.tuple(fc.constant(field), fc.constant(world), valueOf(field, world)),
  )
}

function writtenBack(stored: Stored, field: Field, world: World): Stored | undefined {
  const type = fieldTypeOf(field)
  const writing = writingFor(world.schema)
  const json = JSON.stringify(type.exported(stored, field, world.schema, false))
  const back = type.written(JSON.parse(json), field, 'f', writing)
  assert.deepEqual(writing.problems, [])
  return back
}

/** The JSON of a rendered value with all placeholders filled, without use of ready texts. */
function filled(rendered: Rendered, mediaText?: string): string {
  if (typeof rendered === 'string') return rendered
  if (rendered.kind === 'object') {
    const entries = rendered.entries.map(
      ([key, value]) => `${JSON.stringify(key)}:${filled(value, mediaText)}`,
    )
    return `{${entries.join(',')}}`
  }
  if (rendered.kind === 'array') {
    return `[${rendered.items.map((item) => filled(item, mediaText)).join(',')}]`
  }
  if (rendered.kind === 'formats') return rendered.html
  if (rendered.kind === 'references') return JSON.stringify(rendered.ids)
  return rendered.kind === 'media' && mediaText ? mediaText : String(rendered.id)
}

const shownMedia = JSON.stringify({ url: 'https://assets.test/a.jpg', alt: '' })

/** Multi-select is writable, as in the inputs. Referenced items are described elsewhere. */
function describingFor({ schema }: World): Describing {
  const settings = { ...schema.root.settings, extendedWrites: true }
  const root = { ...schema.root, settings }
  return { schema: { ...schema, root }, isTranslation: false, item: () => [] }
}

const ajv = jsonSchemas()

function assertValid(jsonSchema: JsonSchema, value: unknown): void {
  const validate = ajv.compile(jsonSchema)
  if (!validate(value)) assert.fail(`${JSON.stringify(value)}: ${JSON.stringify(validate.errors)}`)
}

function checkReadyTexts(rendered: Rendered): void {
  if (typeof rendered === 'string') return
  if (rendered.kind !== 'object' && rendered.kind !== 'array') return
  if (rendered.text !== undefined) assert.equal(rendered.text, filled(rendered))
  const inner =
    rendered.kind === 'object' ? rendered.entries.map(([, value]) => value) : rendered.items
  for (const value of inner) checkReadyTexts(value)
}

test('the field types have the operators and sorting of the specification', () => {
  const stated = fieldTypeNames
    .filter((name) => name in filters)
    .map((name) => {
      const { operators, isSortable } = factsOf(name)
      return [name, { operators, isSortable }]
    })
  assert.deepEqual(Object.fromEntries(stated), filters)
})

for (const name of fieldTypeNames) {
  describe(`field type ${name}`, () => {
    test('accepts its examples', () => {
      fc.assert(
        fc.property(fieldWorlds(name), ([field, { schema }]) => {
          const writing = writingFor(schema)
          for (const example of factsOf(name).examples ?? []) {
            assert.notEqual(fieldTypeOf(field).written(example, field, 'f', writing), undefined)
          }
          assert.deepEqual(writing.problems, [])
        }),
        runs(3),
      )
    })

    test('accepts what it exports', () => {
      fc.assert(
        fc.property(cases(name, storedValueArbitrary), ([field, world, stored]) => {
          if (stored !== undefined) assert.deepEqual(writtenBack(stored, field, world), stored)
        }),
        runs(30),
      )
    })

    test('recognises stored values, and can use every value that it recognises', () => {
      fc.assert(
        fc.property(cases(name, storedValueArbitrary), ([field, world, stored]) => {
          if (stored === undefined) return
          const { schema } = world
          const kept: StoredValues = { [field.id]: stored }
          assert.equal(misfitIn(kept, [field], schema), undefined)
        }),
        runs(30),
      )
      fc.assert(
        fc.property(
          cases(name, () => fc.oneof(fc.constantFrom(...hostile), fc.jsonValue())),
          ([field, { schema }, value]) => {
            const values = { [field.id]: value } as StoredValues
            if (value === undefined || misfitIn(values, [field], schema) !== undefined) return
            renderValues(values, [field], schema)
            indexKeysOf(values, [field], schema)
            searchTextsOf(values, [field], schema)
            exportValues(values, [field], schema)
          },
        ),
        runs(100),
      )
    })

    test('accepts valid input', () => {
      fc.assert(
        fc.property(cases(name, inputValueArbitrary), ([field, world, input]) => {
          const writing = writingFor(world.schema)
          const stored = fieldTypeOf(field).written(input, field, 'f', writing)
          assert.deepEqual(writing.problems, [])
          if (stored !== undefined) assert.deepEqual(writtenBack(stored, field, world), stored)
        }),
        runs(30),
      )
    })

    test('renders JSON', () => {
      fc.assert(
        fc.property(cases(name, storedValueArbitrary), ([field, world, stored]) => {
          const rendered = fieldTypeOf(field).rendered(stored, field, world.schema)
          JSON.parse(filled(rendered))
          checkReadyTexts(rendered)
        }),
        runs(30),
      )
    })

    test('renders and accepts values that match its JSON Schemas', () => {
      fc.assert(
        fc.property(
          cases(name, (field, world) =>
            fc.tuple(storedValueArbitrary(field, world), inputValueArbitrary(field, world)),
          ),
          ([field, world, [stored, input]]) => {
            const type = fieldTypeOf(field)
            const describing = describingFor(world)
            const shown = type.rendered(stored, field, world.schema)
            assertValid(type.jsonSchema(field, describing), JSON.parse(filled(shown, shownMedia)))
            if (input === undefined) return
            const inputSchema = (type.inputSchema ?? type.jsonSchema)(field, describing)
            assertValid(inputSchema, structuredClone(input))
          },
        ),
        runs(15),
      )
    })

    test('has index keys that its operands accept, in the order of the values', () => {
      fc.assert(
        fc.property(
          cases(name, (field, world) =>
            fc.tuple(storedValueArbitrary(field, world), storedValueArbitrary(field, world)),
          ),
          ([field, world, [left, right]]) => {
            const { indexKeys, operand, rendered } = fieldTypeOf(field)
            const { operators, isSortable } = factsOf(name)
            const operator = operators[0] ?? 'eq'
            const keys = indexKeys?.(left, field) ?? []
            const shown: unknown = JSON.parse(filled(rendered(left, field, world.schema)))
            const texts = [shown].flat().filter((value) => value !== null)
            if (operand)
              assert.deepEqual(
                texts.map((text) =>
                  operand(isString(text) ? text : JSON.stringify(text), operator),
                ),
                keys,
              )
            if (!isSortable || left === undefined || right === undefined) return
            const [rightKey = ''] = indexKeys?.(right, field) ?? []
            const order = Math.sign(compareCodePoints(keys[0] ?? '', rightKey))
            assert.equal(order, Math.sign(compareStored(left, right)))
          },
        ),
        runs(30),
      )
    })

    test('rejects values of another type', () => {
      const [example] = factsOf(name).examples ?? []
      const wrong = fc.jsonValue().filter((value) => value !== null && value !== '')
      fc.assert(
        fc.property(fieldWorlds(name), wrong, ([field, world], input) => {
          const writing = writingFor(world.schema)
          const stored = fieldTypeOf(field).written(input, field, 'f', writing)
          const looksRight = isOfType[name] ?? ((value) => typeof value === typeof example)
          if (looksRight(input)) return
          assert.equal(writing.problems.length, 1)
          assert.equal(stored, undefined)
        }),
        runs(50),
      )
    })

    test('never throws', () => {
      fc.assert(
        fc.property(fieldWorlds(name), ([field, world]) => {
          for (const input of hostile) {
            const writing = writingFor(world.schema)
            const type = fieldTypeOf(field)
            type.written(input, field, 'f', writing)
            type.patched?.(undefined, input, field, 'f', writing)
          }
        }),
        runs(3),
      )
    })
  })
}

function compareStored(left: Stored, right: Stored): number {
  return typeof left === 'string' && typeof right === 'string'
    ? compareCodePoints(left, right)
    : Number(left) - Number(right)
}
