/** Numbers, dates and other single values: what writes accept, and how lists filter and sort them. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Field, RootDefinition } from '@octavo/schema/definitions.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { sampleField, sampleRoot } from '../testing/sample-root.ts'

const fields: Field[] = [
  sampleField('text', 201, 'title'),
  sampleField('number', 202, 'price', { min: 0, max: 1000, step: 0.25 }),
  sampleField('number', 203, 'count', { integer: true, min: 1, step: 2, default: 3 }),
  sampleField('number', 204, 'any', { unique: true }),
  sampleField('date', 205, 'day'),
  sampleField('url', 206, 'link'),
  sampleField('email', 207, 'mail', { unique: true }),
  sampleField('color', 208, 'tint', { default: '#336699' }),
  sampleField('location', 209, 'place'),
  sampleField('location', 211, 'home', { default: { lat: 35.5, lng: -0.25 } }),
  sampleField('json', 210, 'data', {
    schema: { type: 'object', properties: { n: { minimum: 1 } } },
  }),
]

const notUrl = 'must be a URL that starts with https://, http://, mailto: or tel:'
const notEmail = 'must be an email address, such as ada@example.com'
const notColor = 'must be a color, such as #336699 or #33669980'
const deep = `${'['.repeat(33)}${']'.repeat(33)}`

/** Drafts: the value as JSON, and the value in the response or the problem. */
const drafts: [field: string, sent: string, shown: string | null, problem?: string][] = [
  ['link', '"https://example.com"', '"https://example.com"'],
  ['link', '"HTTP://例え.jp/パス?a=1#b"', '"HTTP://例え.jp/パス?a=1#b"'],
  ['link', '"tel:+81312345678"', '"tel:+81312345678"'],
  ['link', '""', 'null'],
  ['link', '"javascript:alert(1)"', null, `fields.link: ${notUrl}`],
  ['link', '"/relative"', null, `fields.link: ${notUrl}`],
  ['link', '"https://"', null, `fields.link: ${notUrl}`],
  ['link', '"https:example.com"', null, `fields.link: ${notUrl}`],
  ['link', '"https://a b.com"', null, `fields.link: ${notUrl}`],
  ['mail', '"Ada@Example.com"', '"Ada@Example.com"'],
  ['mail', '"ada@localhost"', null, `fields.mail: ${notEmail}`],
  ['mail', '"ada@@example.com"', null, `fields.mail: ${notEmail}`],
  ['tint', '"#ABCDEF80"', '"#abcdef80"'],
  ['tint', '"#abc"', null, `fields.tint: ${notColor}`],
  ['tint', '"red"', null, `fields.tint: ${notColor}`],
  ['place', '{"lng": 180, "lat": -90}', '{"lat":-90,"lng":180}'],
  ['place', '{"lat": 90.1, "lng": 0}', null, 'fields.place.lat: must be a number from -90 to 90'],
  [
    'place',
    '{"lat": 35.658580837329874, "lng": -139.74543123456788}',
    '{"lat":35.65858083732987,"lng":-139.7454312345679}',
  ],
  ['place', '{"lat": 1}', null, 'fields.place.lng: must be a number from -180 to 180'],
  ['place', '{"lat": 1, "lng": 2, "alt": 3}', null, 'fields.place.alt: is unknown'],
  ['data', '{"n": 0, "a": [1.50, null]}', '{"n":0,"a":[1.5,null]}'],
  ['data', '"\\u0000\\ud800"', '"\\u0000\\ud800"'],
  ['data', '[0.10000000000000000001]', '[0.1]'],
  ['data', '{"n": 1, "id": -1234567890123456789}', '{"n":1,"id":-1234567890123456789}'],
  ['data', '[9007199254740992, 9007199254740993]', '[9007199254740992,9007199254740993]'],
  ['place', '{"lat": 0.10000000000000000001, "lng": 0}', '{"lat":0.1,"lng":0}'],
  ['data', 'null', 'null'],
  ['data', deep, null, 'fields.data: must be nested at most 32 levels deep'],
  [
    'data',
    `"${'x'.repeat(100_000)}"`,
    null,
    'fields.data: must be at most 100000 characters as JSON, has 100002',
  ],
]
const root: RootDefinition = {
  ...sampleRoot,
  models: [{ id: 21, luid: 'thing', name: 'Thing', titleFieldId: 201, fields }],
}

/** From the least to the greatest, each twice as text: as sent, and as returned. */
const extremes: [sent: string, returned: string][] = [
  ['-1e21', '-1e+21'],
  ['-999999999999999', '-999999999999999'],
  ['-999999999999998', '-999999999999998'],
  ['-10', '-10'],
  ['-9.5', '-9.5'],
  ['-9', '-9'],
  ['-1.50', '-1.5'],
  ['-1e-15', '-1e-15'],
  ['-0', '0'],
  ['0.000000000000001', '1e-15'],
  ['0.100000000000001', '0.100000000000001'],
  ['1.50', '1.5'],
  ['9', '9'],
  ['10', '10'],
  ['10.0000000000001', '10.0000000000001'],
  ['123456789.012345', '123456789.012345'],
  ['999999999999998', '999999999999998'],
  ['999999999999999', '999999999999999'],
  ['1e15', '1000000000000000'],
]

testApps('single values', (freshApp) => {
  let app: TestApp
  let key: string

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(root)
    key = await app.createKey()
  })

  const write = (values: string, published = true) =>
    app.call('POST', `/contents?model=thing${published ? '&published=true' : ''}`, {
      key,
      body: `{"fields": {${values}}}`,
      headers: { 'Content-Type': 'application/json' },
    })
  const detail = (response: { headers: Headers }) => response.headers.get('x-service-detail')

  async function found(query: string): Promise<string[]> {
    const { status, text } = await app.call('GET', `/contents?${query}`, { key })
    assert.equal(status, 200)
    return [...text.matchAll(/"any":([^,}]+)/g)].map(([, value = '']) => value)
  }

  it('returns and sorts numbers of up to 15 digits exactly', async () => {
    for (const [sent] of extremes.toReversed()) {
      assert.equal((await write(`"title": "extreme", "any": ${sent}`)).status, 200, sent)
    }
    const all = 'title[eq]=extreme&select=any'
    const inOrder = extremes.map(([, returned]) => returned)
    assert.deepEqual(await found(`${all}&order=any`), inOrder)
    assert.deepEqual(await found(`${all}&order=-any`), inOrder.toReversed())
    for (const [index, [sent, returned]] of extremes.entries()) {
      assert.deepEqual(await found(`${all}&any[eq]=${sent}`), [returned])
      assert.deepEqual(await found(`${all}&any[in]=${sent}, 12345`), [returned])
      const below = await found(`${all}&any[lt]=${sent}&order=any`)
      const from = await found(`${all}&any[gte]=${encodeURIComponent(returned)}&order=any`)
      assert.deepEqual(below, inOrder.slice(0, index))
      assert.deepEqual(from, inOrder.slice(index))
    }
  })

  it('rejects what is not such a number, and drafts of fractions for whole numbers', async () => {
    const notNumber = 'must be a number with at most 15 significant digits'
    const rounded = ['0.10000000000000000001', '1.0000000000000000000000000001', '2e0000000000001']
    const others = [
      '1234567890123456',
      '0.1234567890123456',
      '"12"',
      'true',
      '[1]',
      '1e999',
      '1e-999',
    ]
    for (const value of [...rounded.slice(0, 2), ...others])
      assert.equal(detail(await write(`"any": ${value}`, false)), `fields.any: ${notNumber}`, value)
    assert.equal((await write(`"any": ${rounded[2]}`, false)).status, 200)
    const where = await app.call('GET', `/contents?where={"any":{"eq":${rounded[0]}}}`, { key })
    assert.equal(detail(where), `where.any.eq: ${notNumber}`)
    const fraction = await write('"count": 1.5', false)
    assert.equal(detail(fraction), 'fields.count: must be a whole number')
    assert.equal(fraction.status, 400)
  })

  it('checks range and step when a number is published', async () => {
    const table: [values: string, problem: string | null][] = [
      ['"price": 0.25', null],
      ['"price": 1000', null],
      ['"price": -0.25', 'fields.price: must be at least 0'],
      ['"price": 1000.25', 'fields.price: must be at most 1000'],
      ['"price": 0.3', 'fields.price: must be a multiple of 0.25'],
      ['"count": 3', null],
      ['"count": 4', 'fields.count: must be 1 plus a multiple of 2'],
    ]
    for (const [values, problem] of table) {
      assert.equal(detail(await write(values)), problem, values)
      assert.equal((await write(values, false)).status, 200)
    }
  })

  it('uses the default, and rejects a number that must be unique', async () => {
    const { json } = await write('"title": "default"')
    const { id } = json as { id: number }
    const { json: item } = await app.call('GET', `/contents/${id}?select=count,price,home`, {
      key,
    })
    assert.deepEqual(item, { price: null, count: 3, home: { lat: 35.5, lng: -0.25 } })
    assert.equal((await write('"any": 77.70')).status, 200)
    assert.match(detail(await write('"any": 77.7')) ?? '', /^fields\.any: must be unique/)
  })

  it('accepts dates of the calendar, and compares them', async () => {
    for (const day of ['2024-02-29', '0099-12-31', '2026-11-14', '9999-12-31']) {
      assert.equal((await write(`"title": "dated", "day": "${day}"`)).status, 200)
    }
    for (const value of ['"2026-02-29"', '"2026-11-14T00:00:00Z"', '"14.11.2026"', '20261114']) {
      assert.equal((await write(`"day": ${value}`)).status, 400, value)
    }
    const wrong = await write('"day": "2026-13-01"')
    assert.equal(detail(wrong), 'fields.day: must be a date, such as 2026-11-14')
    const days = async (query: string): Promise<unknown[]> => {
      const path = `/contents?title[eq]=dated&select=day&order=day&${query}`
      const { json } = await app.call('GET', path, { key })
      return (json as { data: { day: string }[] }).data.map(({ day }) => day)
    }
    assert.deepEqual(await days(''), ['0099-12-31', '2024-02-29', '2026-11-14', '9999-12-31'])
    assert.deepEqual(await days('day[gt]=2024-02-29'), ['2026-11-14', '9999-12-31'])
    assert.deepEqual(await days('day[lte]=2024-02-29'), ['0099-12-31', '2024-02-29'])
    assert.deepEqual(await days('day[in]=2024-02-29,2000-01-01'), ['2024-02-29'])
    const bad = await app.call('GET', '/contents?day[lt]=tomorrow', { key })
    assert.equal(bad.status, 400)
    assert.equal(detail(bad), 'day[lt]: must be a date, such as 2026-11-14')
  })

  it('accepts texts of their formats, locations and JSON values', async () => {
    for (const [field, sent, shown, problem] of drafts) {
      const response = await write(`"${field}": ${sent}`, false)
      assert.equal(detail(response), problem ?? null, sent)
      if (shown === null) continue
      const { id } = response.json as { id: number }
      const { text } = await app.call('GET', `/contents/${id}?select=${field}`, { key })
      assert.equal(text, `{"${field}":${shown}}`)
    }
  })

  it('lists items once if a filter repeats a value', async () => {
    for (const any of ['0.7001', '0.7002']) await write(`"title": "repeated", "any": ${any}`)
    const inTurn = 'title[eq]=repeated&select=any'
    for (const filter of [
      'any[in]=0.7001,0.70010,0.7002',
      'where={"any":{"in":[0.7001,0.7002,0.7002]}}',
      '_title[in]=repeated,repeated',
    ]) {
      assert.deepEqual(await found(`${inTurn}&${filter}`), ['0.7002', '0.7001'], filter)
      assert.deepEqual(await found(`select=any&${filter}`), ['0.7002', '0.7001'], filter)
    }
    const { json } = await app.call('GET', '/contents?any[in]=0.7001,0.7001', { key })
    assert.equal((json as { total: number }).total, 1)
  })

  it('filters colors in any case, parts of addresses, and whether there is a value', async () => {
    await write('"title": "filled", "tint": "#AA00BB", "mail": "filled@example.com", "data": {}')
    await write('"title": "filled", "tint": null, "place": {"lat": 1, "lng": 2}')
    const count = async (filter: string): Promise<number> => {
      const { json } = await app.call('GET', `/contents?title[eq]=filled&${filter}`, { key })
      return (json as { total: number }).total
    }
    assert.equal(await count('tint[eq]=%23aa00BB'), 1)
    assert.equal(await count('tint[in]=%23aa00bb, %23336699'), 1)
    assert.equal(await count('mail[contains]=FILLED@'), 1)
    assert.equal(await count('contains=filled@example'), 1)
    assert.equal(await count('data[exists]=true'), 1)
    assert.equal(await count('place[exists]=false'), 1)
  })

  it('checks the JSON Schema and uniqueness when an item is published', async () => {
    assert.equal(detail(await write('"data": {"n": 0}')), 'fields.data.n: must be at least 1')
    assert.equal(detail(await write('"data": []')), 'fields.data: must be of type object')
    assert.equal((await write('"data": {"n": 1}')).status, 200)
    assert.equal((await write('"mail": "one@example.com"')).status, 200)
    assert.match(detail(await write('"mail": "one@example.com"')) ?? '', /must be unique/)
  })
})
