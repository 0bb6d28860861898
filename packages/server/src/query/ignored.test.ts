import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { publishedKey, readSchema } from '../testing/read-sample.ts'
import { sampleField, sampleRoot } from '../testing/sample-root.ts'
import { parseItemQuery, parseListQuery } from './parse.ts'

type Parse = typeof parseListQuery | typeof parseItemQuery

function ignoredIn(query: string, parse: Parse = parseListQuery): string[] {
  const request = { key: publishedKey, schema: readSchema, query: [...new URLSearchParams(query)] }
  return parse(request).ignored.map(({ path, message }) => `${path}: ${message}`)
}

const cases: [query: string, ignored: string[]][] = [
  [
    'model=article&select=title,author.name,_id,seo.meta_title&order=-title&limit=1&strict=true',
    [],
  ],
  ['select=-', []],
  ['body[format]=text&author.name[format]=text', []],
  ['modle=article', ['modle: is not a parameter: did you mean "model"?']],
  ['utm_source=x&utm_source=y', ['utm_source: is not a parameter']],
  [
    'model=article&select=titel,author.nmae,links.to._id',
    [
      'select: names an unknown property "titel": did you mean "title"?',
      'select: names an unknown property "author.nmae": did you mean "author.name"?',
    ],
  ],
  ['select=_langs', ['select: names an unknown property "_langs"']],
  ['order=-titel', ['order: names an unknown property "titel": did you mean "title"?']],
  ['model=article&order=author.name,-author._id&strict=true', []],
  [
    'model=article&order=-author.nmae',
    ['order: names an unknown property "author.nmae": did you mean "author.name"?'],
  ],
  [
    'boddy[format]=text',
    ['boddy[format]: names an unknown property "boddy": did you mean "body"?'],
  ],
]

for (const [query, ignored] of cases) {
  it(`names what a list ignores: ${query}`, () => {
    assert.deepEqual(ignoredIn(query), ignored)
    if (ignored.length === 0) return
    assert.throws(
      () => ignoredIn(`${query}&strict=true`),
      (error) => error instanceof Refusal && error.message === ignored.join('; '),
    )
  })
}

it('compares only the first unknown names with known ones', () => {
  const formats = Array.from({ length: 50 }, (_, index) => `boddy${index}[format]=text`)
  const selected = Array.from({ length: 50 }, (_, index) => `titel${index}`)
  const ignored = ignoredIn(`model=article&${formats.join('&')}&select=${selected.join()}`)
  assert.equal(ignored.length, 100)
  const hinted = ignored.flatMap((message, index) =>
    message.includes('did you mean') ? [index] : [],
  )
  assert.deepEqual(hinted, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

it('searches the fields of each model once, however many names are unknown', () => {
  let reads = 0
  const luids = Array.from({ length: 50 }, (_, index) => `field_${index}`)
  const fields = luids.map((luid, index) =>
    Object.defineProperty(sampleField('text', 1_000 + index, luid), 'luid', {
      get() {
        reads++
        return luid
      },
    }),
  )
  const model = { id: 30, luid: 'wide', name: 'Wide', titleFieldId: 1_000, fields }
  const schema = indexSchema({ ...sampleRoot, models: [model] })
  const readsOf = (count: number): number => {
    const names = Array.from({ length: count }, (_, index) => `zz${index}`).join()
    reads = 0
    parseListQuery({ key: publishedKey, schema, query: [['select', names]] })
    return reads
  }
  readsOf(1)
  assert.equal(readsOf(200), readsOf(20))
})

it('reports a hundred unknown models or spaces', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `x${index}`).join()
  for (const name of ['model', 'space']) {
    assert.throws(
      () => ignoredIn(`${name}=${names}`),
      (error) => error instanceof Refusal && error.problems.length === 101,
    )
  }
})

it('names parameters that do not apply to one item', () => {
  assert.deepEqual(ignoredIn('limit=3&select=_prev._id,_next.titel,_langs', parseItemQuery), [
    'limit: is only allowed for lists',
    'select: names an unknown property "_next.titel": did you mean "_next.title"?',
  ])
})

it('lists what is allowed instead of an unknown name', () => {
  const messages: [query: string, message: RegExp][] = [
    ['lang=fr', /^lang: must be one of the languages en, ja/],
    ['model=artcle', /unknown model "artcle": did you mean "article"\?; there are author, article/],
    ['titel[eq]=x', /has: did you mean "title"\?; there are .*title.*_created_at/],
    ['featured[gt]=x', /does not allow; it allows eq/],
    ['author.name[gt]=x', /does not allow; it allows eq, ne, in, nin, contains/],
    ['author.nmae[eq]=x', /did you mean "author\.name"\?; there are author\.name/],
    ['seo.meta_titel[eq]=x', /did you mean "seo\.meta_title"\?; there are seo\.meta_title/],
    ['where={"titel":{"eq":"x"}}', /^where\.titel\.eq: .*did you mean "title"\?; there are /],
    ['where={"title":{"gt":"x"}}', /^where\.title\.gt: .*; it allows eq, ne, /],
    ['where={"links":{"$some":{"lable":{"eq":"x"}}}}', /did you mean "label"\?; there are label/],
    ['where={"lnks":{"$some":{}}}', /^where\.lnks\.\$some: .*did you mean "links"\?; there are /],
    ['space=tokio', /unknown space "tokio": did you mean "tokyo"\?; there are _parent, tokyo/],
    ['order=body', /cannot sort by "body"; possible names: .*title.*seo\.meta_title.*_created_at/],
    ['facets=kidn', /"kidn": did you mean "kind"\?; possible facets: .*kind/],
    ['facets=title', /cannot count the values of "title"; possible facets: .*kind/],
    ['_id[contains]=x', /does not allow; it allows eq, /],
  ]
  for (const [query, message] of messages) assert.throws(() => ignoredIn(query), { message })
})
