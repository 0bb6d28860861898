/** Checks the OpenAPI document against the server. */
import assert from 'node:assert/strict'
import { before, describe, it, test } from 'node:test'
import { operators } from '@octavo/schema/operators.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import type { ApiRequest } from '../http/api.ts'
import { changesRoute } from '../http/routes/changes.ts'
import { openapiRoute } from '../http/routes/openapi.ts'
import { readContentsRoutes } from '../http/routes/read-contents.ts'
import { readMediaRoutes } from '../http/routes/read-media.ts'
import { writeContentsRoutes } from '../http/routes/write-contents.ts'
import { writeMediaRoutes } from '../http/routes/write-media.ts'
import { parseListQuery } from '../query/parse.ts'
import {
  testApps,
  type TestResponse,
  type CallOptions,
  type TestApp,
} from '../testing/app-factory.ts'
import { openChanges } from '../testing/change-stream.ts'
import { openapiCheck, type OpenapiCheck } from '../testing/openapi-check.ts'
import { sampleField } from '../testing/sample-root.ts'
import { writeRoot } from '../testing/write-root.ts'
import { openapiOf, type OpenapiDocument } from './openapi.ts'

const schema = indexSchema(writeRoot)
const document = openapiOf(schema, { baseUrl: 'http://api.test/v1', spaceIds: null })

function listParameters(of: OpenapiDocument): string[] {
  const parameters = of.paths['/contents']?.['get']?.['parameters']
  return (parameters as ({ name: string } | { $ref: string })[]).map((parameter) => {
    if ('name' in parameter) return parameter.name
    const name = parameter.$ref.replace('#/components/parameters/', '')
    return String(of.components['parameters']?.[name]?.['name'])
  })
}

function isRefused(name: string, value: string): boolean {
  const key = { reads: 'draft', spaceIds: null } as const
  try {
    parseListQuery({ key, schema, query: [[name, value]] })
    return false
  } catch {
    return true
  }
}

test('builds the document once for each version of the schema and each choice of spaces', async (t) => {
  const route = openapiRoute({ baseUrl: 'http://api.test/v1' })
  const read = async (of: Schema, spaceIds: number[] | null): Promise<string> => {
    const { body } = await route.handle({ schema: of, key: { spaceIds } } as ApiRequest)
    return String(body)
  }
  const first = await read(schema, null)
  assert.deepEqual(JSON.parse(first), structuredClone(document))
  const stringify = t.mock.method(JSON, 'stringify')
  assert.equal(await read(schema, null), first)
  const longest = Math.max(...stringify.mock.calls.map(({ result }) => String(result).length))
  assert.ok(longest < 10)
  stringify.mock.restore()
  assert.notEqual(await read(schema, [2]), first)
  const renamed = indexSchema({ ...writeRoot, name: 'Renamed' })
  assert.notEqual(await read(renamed, null), first)
})

describe('the OpenAPI document', () => {
  it('describes every route and no other', () => {
    const nothing = {} as never
    const routes = [
      ...readContentsRoutes(nothing),
      ...writeContentsRoutes(nothing),
      ...readMediaRoutes(nothing),
      ...writeMediaRoutes(nothing),
      openapiRoute(nothing),
      changesRoute(nothing),
    ]
    const served = routes.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`)
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.deepEqual(described.toSorted(), served.toSorted())
  })

  it('has exactly the valid filters, including those with references', () => {
    const described = new Set(listParameters(document).filter((name) => name.includes('[')))
    const paths = [...described].map((name) => name.slice(0, name.indexOf('[')))
    const others = ['cover', 'links', 'blocks', 'blocks.seo', 'seo', 'nope', 'links.to.name']
    const deeper = ['author.nope', 'author.name.name', 'author._nope', 'seo._id', 'links.to._id']
    for (const path of new Set([...paths, ...others, ...deeper])) {
      for (const operator of operators) {
        const name = `${path}[${operator}]`
        const samples = ['true', '1', '2026-11-14T00:00:00Z', 'news']
        const isTaken = samples.some((value) => !isRefused(name, value))
        assert.equal(isTaken, described.has(name), name)
      }
    }
    assert.ok(described.has('author.name[contains]') && described.has('author._created_at[lt]'))
  })

  it('has component names that differ as identifiers, and a licence', () => {
    const [author, article] = writeRoot.models
    assert.ok(author && article)
    const fields = ['a_b', 'ab', 'a_b_2'].map((luid, index) =>
      sampleField('text', 900 + index, luid),
    )
    const models = [{ ...author, fields: [...author.fields, ...fields] }, article]
    const { components, info } = openapiOf(indexSchema({ ...writeRoot, models }), {
      baseUrl: 'http://api.test/v1',
      spaceIds: null,
    })
    const names = Object.keys(components['parameters'] ?? {})
    const identifiers = names.map((name) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase())
    assert.equal(new Set(identifiers).size, names.length)
    for (const name of ['title.eq', 'system.title.eq', 'author.system.title.eq']) {
      assert.ok(names.includes(name), name)
    }
    assert.partialDeepStrictEqual(info, { license: { identifier: 'MIT' } })
  })

  it('limits the number of listed filters by their references, and documents the limit', () => {
    const chained = (references: number) => {
      const own = Array.from({ length: references }, (_, index) =>
        sampleField('reference', 900 + index, `ref${index}`),
      )
      const models = writeRoot.models.map((model) => ({
        ...model,
        fields: [...model.fields.slice(0, 3), ...own],
      }))
      const root = { ...writeRoot, models }
      return openapiOf(indexSchema(root), { baseUrl: 'http://x/v1', spaceIds: null })
    }
    const hopsIn = (of: OpenapiDocument): number =>
      Math.max(...listParameters(of).map((name) => name.split('.').length - 1))
    const descriptionOf = ({ info }: OpenapiDocument): string =>
      (info as { description: string }).description
    assert.equal(hopsIn(chained(1)), 3)
    assert.match(descriptionOf(chained(1)), /up to 3 references: .* All filters are listed/)
    assert.equal(hopsIn(chained(4)), 2)
    assert.match(descriptionOf(chained(4)), /Only filters with up to 2 references/)
    assert.equal(hopsIn(chained(60)), 0)
    assert.ok(listParameters(chained(60)).includes('ref59[in]'))
    assert.ok(JSON.stringify(chained(60)).length < 500_000)
  })

  it('shows a restricted key only its spaces', () => {
    const text = JSON.stringify(openapiOf(schema, { baseUrl: 'http://x/v1', spaceIds: [2] }))
    assert.ok(text.includes('tokyo') && !text.includes('osaka') && !text.includes('_parent'))
  })

  it('is valid for a space without models', () => {
    const empty = indexSchema({ ...writeRoot, models: [], fieldSets: [] })
    openapiCheck(openapiOf(empty, { baseUrl: 'http://x/v1', spaceIds: null }))
  })
})

testApps('responses and the OpenAPI document', (freshApp) => {
  let app: TestApp
  let key: string
  let check: OpenapiCheck

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    key = await app.createKey()
    const { status, json } = await app.call('GET', '/openapi.json', {
      key: await app.createKey({ reads: 'published', writesContents: false, writesMedia: false }),
    })
    assert.equal(status, 200)
    assert.deepEqual(json, document)
    check = openapiCheck(json)
  })

  /** Repeats the request if it fails, because errors have two formats. */
  async function call(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<TestResponse> {
    const response = await app.call(method, path, { key, ...options })
    check.check(method, path, response)
    if (response.status >= 400) {
      const accept = 'application/problem+json'
      const headers = { ...options.headers, accept }
      check.check(method, path, await app.call(method, path, { key, ...options, headers }))
    }
    return response
  }

  const idIn = ({ json }: TestResponse): number => (json as { id: number }).id

  async function create(model: string, body: object, more = ''): Promise<number> {
    app.clock.now += 1000
    return idIn(await call('POST', `/contents?model=${model}&published=true${more}`, { body }))
  }

  function form(name: string): { body: string; headers: Record<string, string> } {
    const part = `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n`
    return { body: part, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  }

  it('agree for valid requests', async () => {
    const media = idIn(await call('POST', '/media?alt=A&alt[ja]=%E3%81%82', form('file')))
    const author = await create('author', { fields: { name: 'Ada' } })
    const article = await create('article', {
      fields: {
        title: 'Harbour',
        slug: 'harbour',
        body: '<p>Boats</p>',
        featured: true,
        kind: 'news',
        starts_at: '2026-11-14T00:00:00Z',
        cover: media,
        author,
        links: [{ label: 'x', to: author }],
        blocks: [
          { luid: 'seo', fields: { no_index: true } },
          { luid: 'quote', fields: { sources: [{ page: author }] } },
        ],
        seo: { meta_title: 'x' },
      },
      'fields[ja]': { title: '港' },
    })
    const empty = await create('article', { fields: { title: 'Empty' } }, '&space=tokyo')
    const paths = [
      '/contents',
      '/contents?depth=0',
      '/contents?depth=3&lang=ja',
      '/contents?lang=ja&lang_fallback=true&order=-title,nope',
      '/contents?select=title,author.name,links.to.name,seo.meta_title,nope',
      '/contents?select=nope',
      '/contents?body[format]=markdown&limit=1&offset=1',
      `/contents/${article}`,
      `/contents/${article}?include=_prev,_next,_langs&depth=2`,
      `/contents/${article}?include=_prev,_langs&select=_prev._id,_langs`,
      `/contents/${empty}?include=_next`,
      `/contents/${author}?lang=en`,
      '/openapi.json',
    ]
    for (const path of paths) assert.equal((await call('GET', path)).status, 200, path)
    await call('PATCH', `/contents/${article}?model=article`, { body: { fields: { cover: null } } })
    await call('PUT', `/contents/${empty}?model=article&space=tokyo`, {
      body: { fields: { title: 'E' } },
    })
    await call('GET', '/contents?depth=2')
    await call('POST', `/contents/${author}/drafts`, { body: { fields: { name: 'B' } } })
    await call('POST', `/contents/${author}/duplicate`)
    const etag = (await call('GET', `/contents/${article}`)).headers.get('etag') ?? ''
    const cached = { 'if-none-match': etag }
    assert.equal((await call('GET', `/contents/${article}`, { headers: cached })).status, 304)
    await call('GET', '/media?contains=a&order=-bytes')
    await call('GET', `/media/${media}`)
    await call('GET', '/contents?media=details')
    await call('DELETE', `/media/${media}`)
    await call('GET', '/contents')
    await call('DELETE', `/contents/${author}`)
    await call('GET', '/contents?depth=1')
    await call('GET', '/contents?depth=0')
  })

  it('agree for rejected requests', async () => {
    const id = await create('author', { fields: { name: 'Ada' } })
    const body = { fields: { name: 'B' } }
    const refusals: [status: number, method: string, path: string, options?: CallOptions][] = [
      [400, 'GET', '/contents?depth=9&nope[eq]=1'],
      [400, 'GET', `/contents/${id}?include=nope`],
      [404, 'GET', '/contents/999999'],
      [400, 'POST', '/contents?model=author', { body: { fields: { nope: 1 } } }],
      [400, 'PUT', `/contents/${id}?model=article`, { body }],
      [404, 'PUT', '/contents/999999?model=author', { body }],
      [400, 'PATCH', `/contents/${id}?model=author`, { body: '{' }],
      [412, 'PATCH', `/contents/${id}?model=author`, { body, headers: { 'if-match': '"1.x"' } }],
      [412, 'PUT', `/contents/${id}?model=author`, { body, headers: { 'if-match': '"1.x"' } }],
      [412, 'DELETE', `/contents/${id}`, { headers: { 'if-match': '"1.x"' } }],
      [404, 'DELETE', '/contents/999999'],
      [404, 'POST', '/contents/999999/duplicate'],
      [404, 'POST', '/contents/999999/drafts'],
      [
        400,
        'POST',
        '/contents?model=author',
        { body, headers: { 'idempotency-key': 'x'.repeat(256) } },
      ],
      [400, 'POST', '/media', form('nope')],
      [404, 'DELETE', '/media/999999'],
    ]
    for (const [status, method, path, options] of refusals) {
      assert.equal((await call(method, path, options)).status, status, `${method} ${path}`)
    }
    const reader = await app.createKey({ writesContents: false, writesMedia: false, spaceIds: [2] })
    const everywhere: [method: string, path: string][] = [
      ['GET', '/contents?space=osaka'],
      ['POST', '/contents?model=author'],
      ['PUT', `/contents/${id}?model=author`],
      ['PATCH', `/contents/${id}?model=author`],
      ['DELETE', `/contents/${id}`],
      ['POST', `/contents/${id}/duplicate`],
      ['POST', `/contents/${id}/drafts`],
      ['POST', '/media'],
      ['DELETE', '/media/1'],
    ]
    for (const [method, path] of everywhere) {
      assert.equal((await call(method, path, { key: reader })).status, 403, path)
      assert.equal((await call(method, path, { key: 'wrong' })).status, 401, path)
    }
    const limited = await app.createKey({ readLimit: 1, writeLimit: 1 })
    for (const [method, path] of [
      ['GET', '/contents'],
      ['DELETE', '/contents/1'],
    ] as const) {
      await call(method, path, { key: limited })
      assert.equal((await call(method, path, { key: limited })).status, 429)
    }
  })

  it('agree in a stream', async () => {
    const { headers, stop } = await openChanges(app.addresses.api, await app.createKey())
    check.check('GET', '/changes', { status: 200, headers, text: '', json: '' })
    stop()
  })

  it('agree in every operation', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    for (const operation of operations) assert.ok(check.seen.has(`${operation} 200`), operation)
  })

  it('detect responses that differ', () => {
    const response = (json: unknown): TestResponse => ({
      status: 200,
      headers: new Headers({ 'content-type': 'application/json' }),
      text: '',
      json,
    })
    const page = { total: 1, offset: 0, limit: 1 }
    for (const item of [
      { _id: 'x' },
      { nope: 1 },
      { _model: 'nope' },
      { author: 'x' },
      { kind: 'x' },
    ]) {
      assert.throws(() => check.check('GET', '/contents', response({ ...page, data: [item] })))
    }
    assert.throws(() =>
      check.check('GET', '/contents', response({ ...page, data: [{ _prev: null }] })),
    )
    assert.throws(() => check.check('DELETE', '/media/1', response({})))
  })
})
