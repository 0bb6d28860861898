import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { operators, type Operator } from '@octavo/schema/operators.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import {
  draftKey,
  parentKey,
  publishedKey,
  readSchema,
  type ReaderKey,
} from '../testing/read-sample.ts'
import { parseItemQuery, parseListQuery } from './parse.ts'
import type { Condition, ListQuery } from './tree.ts'

const parse = (query: string, key: ReaderKey = publishedKey): ListQuery =>
  parseListQuery({ key, schema: readSchema, query: [...new URLSearchParams(query)] }).query

function problemsOf(query: string, key?: ReaderKey): string[] {
  try {
    parse(query, key)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Studio translates problems by their code.
    assert.ok(
      error.problems.every(({ code }) => code !== undefined),
      query,
    )
    return error.problems.map(({ path, message }) => `${path}: ${message}`)
  }
}

const article = { modelIds: [22], isShared: false }
const author = { modelIds: [21], isShared: false }
const oneOf = (...keys: string[]) => ({ kind: 'oneOf', keys }) as const

describe('conditions', () => {
  const cases: [query: string, conditions: Condition[]][] = [
    ['', []],
    ['utm_source=x&fbclid=y', []],
    ['title[eq]=a', [{ kind: 'keys', targets: [{ fieldId: 201, ...article, test: oneOf('a') }] }]],
    [
      'title[in]=a,b,,',
      [{ kind: 'keys', targets: [{ fieldId: 201, ...article, test: oneOf('a', 'b') }] }],
    ],
    [
      'featured[eq]=true',
      [{ kind: 'keys', targets: [{ fieldId: 205, ...article, test: oneOf('true') }] }],
    ],
    [
      'tags[has]=sea',
      [{ kind: 'keys', targets: [{ fieldId: 207, ...article, isMany: true, test: oneOf('sea') }] }],
    ],
    ['author[in]=3,4', [{ kind: 'refers', targets: [{ fieldId: 210, ...article }], ids: [3, 4] }]],
    ['author[in]=3, 4', [{ kind: 'refers', targets: [{ fieldId: 210, ...article }], ids: [3, 4] }]],
    [
      'links.to[eq]=3',
      [{ kind: 'refers', targets: [{ fieldId: 323, ...article, isMany: true }], ids: [3] }],
    ],
    [
      'links.label[eq]=x',
      [{ kind: 'keys', targets: [{ fieldId: 321, ...article, isMany: true, test: oneOf('x') }] }],
    ],
    [
      'seo.meta_title[eq]=x',
      [
        {
          kind: 'keys',
          targets: [{ fieldId: 301, modelIds: [22], isShared: true, test: oneOf('x') }],
        },
      ],
    ],
    [
      'author.name[eq]=Anna',
      [
        {
          kind: 'through',
          targets: [{ fieldId: 210, ...article }],
          inner: { kind: 'keys', targets: [{ fieldId: 401, ...author, test: oneOf('Anna') }] },
        },
      ],
    ],
    [
      'author._id[eq]=7',
      [
        {
          kind: 'through',
          targets: [{ fieldId: 210, ...article }],
          inner: { kind: 'id', ids: [7] },
        },
      ],
    ],
    [
      'title[contains]=ＡＢＣ, ｶﾞ ,,',
      [
        { kind: 'text', targets: [{ fieldId: 201, ...article }], keyword: 'abc' },
        { kind: 'text', targets: [{ fieldId: 201, ...article }], keyword: 'ガ' },
      ],
    ],
    ['contains=A', [{ kind: 'text', targets: null, keyword: 'a' }]],
    ['contains=,', []],
    ['title[contains]=', []],
    ['_id[in]=1,2', [{ kind: 'id', ids: [1, 2] }]],
    [
      '_title[eq]=',
      [
        {
          kind: 'empty',
          targets: [
            { fieldId: 401, ...author },
            { fieldId: 201, ...article },
          ],
        },
      ],
    ],
    ['_status[eq]=published', []],
    ['_status[in]=draft, published', []],
    ['_status[eq]=draft', [{ kind: 'never' }]],
    [
      '_updated_at[gte]=2026-01-01T00:00:00 09:00',
      [{ kind: 'time', column: 'updated_at', comparison: 'gte', time: Date.UTC(2025, 11, 31, 15) }],
    ],
    [
      'starts_at[gte]=2026-01-01T00:00:00Z&starts_at[lt]=2026-02-01T00:00:00Z',
      [
        {
          kind: 'keys',
          targets: [
            {
              fieldId: 208,
              ...article,
              test: {
                kind: 'range',
                bounds: [
                  { comparison: 'gte', key: '2026-01-01T00:00:00.000Z' },
                  { comparison: 'lt', key: '2026-02-01T00:00:00.000Z' },
                ],
              },
            },
          ],
        },
      ],
    ],
  ]
  for (const [query, conditions] of cases) {
    it(query || 'no filter', () => assert.deepEqual(parse(query).selection.conditions, conditions))
  }

  it('a repeated filter with another value is a second condition', () => {
    assert.equal(parse('title[eq]=a&title[eq]=b').selection.conditions.length, 2)
  })
})

describe('keys that items of an earlier version lack', () => {
  const filters: Record<Operator, string> = {
    eq: 'title[eq]=a',
    ne: 'title[ne]=a',
    in: 'title[in]=a',
    nin: 'title[nin]=a',
    lt: '_created_at[lt]=2026-01-01T00:00:00Z',
    lte: '_created_at[lte]=2026-01-01T00:00:00Z',
    gt: '_created_at[gt]=2026-01-01T00:00:00Z',
    gte: '_created_at[gte]=2026-01-01T00:00:00Z',
    contains: 'title[contains]=a',
    startswith: 'title[startswith]=a',
    has: 'tags[has]=sea',
    hasany: 'tags[hasany]=sea',
    hasall: 'tags[hasall]=sea',
    exists: 'title[exists]=true',
  }
  const needing = (query: string) =>
    parseListQuery({
      key: publishedKey,
      schema: readSchema,
      query: [...new URLSearchParams(query)],
    }).needsAllKeys

  it('are needed by the operators that were added since', () => {
    const found = operators.filter((operator) => needing(filters[operator]))
    assert.deepEqual(found, ['ne', 'nin', 'startswith', 'hasany', 'hasall', 'exists'])
  })

  it('are needed by `where`, and not without filters', () => {
    assert.equal(needing('where={"title":{"eq":"a"}}'), true)
    assert.equal(needing('contains=a&model=article'), false)
  })
})

describe('a name shared by fields of several types', () => {
  const { root } = readSchema
  const reference = readSchema.fieldById.get(210)
  assert.ok(reference)
  const mixed = indexSchema({
    ...root,
    models: root.models.map((model) =>
      model.id === author.modelIds[0]
        ? { ...model, fields: [...model.fields, { ...reference, id: 499, luid: 'title' }] }
        : model,
    ),
  })
  const conditionsOf = (name: string, value: string, model = ''): readonly Condition[] => {
    const query = [[name, value] as const, ['model', model] as const]
    return parseListQuery({ key: publishedKey, schema: mixed, query }).query.selection.conditions
  }
  const texts = (...keys: string[]): Condition => ({
    kind: 'keys',
    targets: [{ fieldId: 201, ...article, test: oneOf(...keys) }],
  })
  const refers: Condition = { kind: 'refers', targets: [{ fieldId: 499, ...author }], ids: [7] }

  it('is compared in each field with the operands that its type accepts', () => {
    const both = [{ kind: 'any', of: [texts('sea', '7'), refers] }]
    assert.deepEqual(conditionsOf('title[in]', 'sea,7'), both)
    assert.deepEqual(conditionsOf('title[in]', 'sea'), [texts('sea')])
  })

  it('is rejected if no type accepts all operands', () => {
    assert.throws(() => conditionsOf('title[in]', 'sea,7', 'author'), /title\[in\]/)
  })
})

describe('all problems are reported together', () => {
  const cases: [query: string, paths: string[]][] = [
    ['limit=0', ['limit']],
    ['limit=101', ['limit']],
    ['limit=1.0', ['limit']],
    ['limit=+1', ['limit']],
    ['limit=%201', ['limit']],
    ['limit=1e1', ['limit']],
    ['offset=-1', ['offset']],
    ['depth=4', ['depth']],
    ['depth=one', ['depth']],
    ['lang=fr', ['lang']],
    ['lang=EN', ['lang']],
    ['lang_fallback=1', ['lang_fallback']],
    ['model=nothing', ['model']],
    ['model=nothing&title[eq]=a&author.name[eq]=b', ['model']],
    ['model=author,nothing&title[eq]=a', ['model']],
    ['model=nothing&title[lt]=1&order=cover', ['model', 'title[lt]', 'order']],
    ['space=nowhere', ['space']],
    ['include=_prev', ['include']],
    ['include=', ['include']],
    ['nothing[eq]=1', ['nothing[eq]']],
    ['title[like]=1', ['title[like]']],
    ['title[lt]=1', ['title[lt]']],
    ['body[eq]=1', ['body[eq]']],
    ['cover[eq]=1', ['cover[eq]']],
    ['blocks.words[eq]=1', ['blocks.words[eq]']],
    ['links[eq]=1', ['links[eq]']],
    ['links.label[contains]=1', ['links.label[contains]']],
    ['links.to.title[eq]=1', ['links.to.title[eq]']],
    ['starts_at[gt]=2026-01-01', ['starts_at[gt]']],
    ['starts_at[eq]=2026-01-01T00:00:00Z', ['starts_at[eq]']],
    ['featured[eq]=yes', ['featured[eq]']],
    ['author[eq]=Anna', ['author[eq]']],
    ['_id[eq]=x', ['_id[eq]']],
    ['_title[lt]=x', ['_title[lt]']],
    ['_nothing[eq]=x', ['_nothing[eq]']],
    ['body[format]=rtf', ['body[format]']],
    ['nothing[format]=rtf', ['nothing[format]']],
    ['order=body', ['order']],
    ['order=author', ['order']],
    ['order=author.name.x', ['order']],
    ['order=links.to.title', ['order']],
    ['order=links.label', ['order']],
    [
      'limit=0&offset=x&lang=fr&nothing[eq]=1&order=cover',
      ['limit', 'offset', 'lang', 'nothing[eq]', 'order'],
    ],
  ]
  for (const [query, paths] of cases) {
    it(query, () =>
      assert.deepEqual(
        problemsOf(query).map((problem) => problem.split(':')[0]),
        paths,
      ),
    )
  }
})

describe('messages for invalid operands', () => {
  for (const [query, said] of [
    ['starts_at[gt]=soon', /date and time with an offset, such as 2026/],
    ['_created_at[gt]=soon', /date and time with an offset, such as 2026/],
    ['featured[eq]=yes', /true or false/],
    ['author[eq]=Anna', /content id/],
    ['_id[in]=1,x', /content id/],
  ] as const) {
    it(query, () => assert.match(problemsOf(query).join(), said))
  }
})

describe('valid queries', () => {
  for (const query of [
    'select=&order=&model=&lang=&space=&limit=&depth=',
    'model=article, author&space=_parent, tokyo&_id[in]=1, 2',
    'select=nothing,title.deeper',
    'order=nothing,-title',
    'nothing[format]=text',
    'title[format]=text',
    'kind[eq]=no_such_option',
    'limit=100&offset=9007199254740991',
    'limit=007',
    '_space[eq]=nowhere',
    '_model[eq]=nothing',
  ]) {
    it(query, () => assert.deepEqual(problemsOf(query), []))
  }
})

describe('order', () => {
  it('is by creation by default, newest first', () => {
    const newest = [{ by: { kind: 'time', column: 'created_at' }, isDescending: true }]
    assert.deepEqual(parse('').selection.order, newest)
    assert.deepEqual(parse('order=nothing').selection.order, newest)
    assert.equal(parse('').selection.isTieDescending, true)
  })

  it('breaks ties in the direction of the first name', () => {
    const { order, isTieDescending } = parse('model=article&order=title,-seo.meta_title').selection
    assert.equal(isTieDescending, false)
    assert.deepEqual(order, [
      {
        by: { kind: 'field', targets: [{ fieldId: 201, ...article }], isShort: false },
        isDescending: false,
      },
      {
        by: {
          kind: 'field',
          targets: [{ fieldId: 301, modelIds: [22], isShared: true }],
          isShort: false,
        },
        isDescending: true,
      },
    ])
  })
})

describe('an order through a reference', () => {
  it('is resolved, and depends on the models that it reaches', () => {
    const { order, reaches, dependsOn } = parse('model=article&order=-author.name').selection
    assert.deepEqual(order, [
      {
        by: {
          kind: 'through',
          targets: [{ fieldId: 210, ...article }],
          by: {
            kind: 'field',
            targets: [{ fieldId: 401, modelIds: [21], isShared: false }],
            isShort: false,
          },
        },
        isDescending: true,
      },
    ])
    assert.deepEqual(reaches, [21])
    assert.deepEqual(new Set(dependsOn), new Set([22, 21]))
  })

  it('accepts system properties', () => {
    const { order } = parse('model=article&order=author._created_at').selection
    assert.deepEqual(
      order.map(({ by }) => by.kind === 'through' && by.by),
      [{ kind: 'time', column: 'created_at' }],
    )
  })
})

describe('visibility', () => {
  it('has one scope, or two with a fallback', () => {
    assert.deepEqual(parse('').selection.visibility.scopes, [{ scope: 2, lacking: null }])
    assert.deepEqual(parse('lang=ja', draftKey).selection.visibility.scopes, [
      { scope: 5, lacking: null },
    ])
    assert.deepEqual(parse('lang=ja&lang_fallback=true').selection.visibility.scopes, [
      { scope: 4, lacking: null },
      { scope: 2, lacking: 2 },
    ])
    assert.equal(parse('lang=en&lang_fallback=true').selection.visibility.scopes.length, 1)
  })

  it('is limited by spaces, within those of the key', () => {
    assert.equal(parse('').selection.spaceIds, null)
    assert.deepEqual(parse('space=tokyo,_parent').selection.spaceIds, [2, 1])
    assert.deepEqual(parse('', parentKey).selection.spaceIds, [1])
    assert.deepEqual(parse('_space[in]=tokyo,nowhere').selection.spaceIds, [2])
    assert.deepEqual(parse('_space[in]=_parent, tokyo').selection.spaceIds, [1, 2])
    assert.throws(() => parse('space=tokyo', parentKey), { kind: 'forbidden' })
  })

  it('is limited by models, with or without spaces in the list', () => {
    assert.deepEqual(parse('_model[in]=article, author').selection.modelIds, [21, 22])
    assert.deepEqual(parse('_model[eq]=author').selection.modelIds, [21])
  })

  it('depends on the models that a path can reach', () => {
    assert.deepEqual(parse('model=article').selection.dependsOn, [22])
    assert.deepEqual(parse('model=article&author.name[eq]=x').selection.dependsOn, [22, 21])
  })
})

describe('repeated parameters', () => {
  it('of names mean the same as one with commas', () => {
    const repeated = 'select=title&select=&select=author.name&order=title&order=-_id&model=article'
    const joined =
      'select=title,author.name&order=title,-_id&model=article,author&space=tokyo,_parent'
    assert.deepEqual(parse(`${repeated}&model=author&space=tokyo&space=_parent`), parse(joined))
  })

  it('of one value are rejected', () => {
    for (const name of ['limit=1', 'total=false', 'lang=en', 'depth=1']) {
      assert.equal(problemsOf(`${name}&${name}`).length, 1, name)
    }
  })
})

describe('shape', () => {
  it('has names as a tree, where a complete name wins over its parts', () => {
    const { select } = parse('select=author.name,title,author,links.to._id').shape.view
    assert.deepEqual(
      select,
      new Map<string, unknown>([
        ['author', null],
        ['title', null],
        ['links', new Map([['to', new Map([['_id', null]])]])],
      ]),
    )
  })

  it('of one item has the properties to include', () => {
    const query = [['include', '_langs,_prev']] as const
    const { include } = parseItemQuery({ key: publishedKey, schema: readSchema, query }).query
    assert.deepEqual(include, new Set(['_langs', '_prev']))
    assert.throws(() =>
      parseItemQuery({ key: publishedKey, schema: readSchema, query: [['include', '_all']] }),
    )
  })
})
