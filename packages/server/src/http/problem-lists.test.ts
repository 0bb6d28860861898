/** Error responses have a limited number and size of problems. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApps } from '../testing/app-factory.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { freshStudio } from '../testing/studio-caller.ts'
import { importLines, withRoot } from '../testing/transfer-factory.ts'
import { writeRoot } from '../testing/write-root.ts'

const more = 'there are more problems than these 100: fix these first'
const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]))
const bad = { label: 1, to: 'x', zz: 1 }

const bodies: Record<string, unknown> = {
  'unknown fields': { fields: names(20_000) },
  'unknown names next to fields': { fields: {}, ...names(20_000) },
  'invalid entries of a repeat': { fields: { links: Array.from({ length: 1_000 }, () => bad) } },
  'invalid entries of a combination': {
    fields: { blocks: Array.from({ length: 1_000 }, () => bad) },
  },
  'references to missing items': {
    fields: { links: Array.from({ length: 1_000 }, (_, at) => ({ to: at + 1 })) },
  },
}

interface ErrorBody {
  detail: string
  problems: { path: string; detail: string }[]
}

testApps('long lists of problems', (freshApp) => {
  it('stops at 100 problems, with a note', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey()
    const { json } = await app.call('POST', '/contents?model=article', {
      key,
      body: { fields: {} },
    })
    const { id } = json as { id: number }
    for (const [name, body] of Object.entries(bodies)) {
      for (const [method, path] of [
        ['POST', '/contents'],
        ['PUT', `/contents/${id}`],
        ['PATCH', `/contents/${id}`],
      ] as const) {
        const accept = { Accept: 'application/problem+json' }
        const options = { key, body, headers: accept }
        const response = await app.call(method, `${path}?model=article`, options)
        const { problems, detail } = response.json as ErrorBody
        assert.deepEqual([response.status, problems.length], [400, 101], `${method} ${name}`)
        assert.deepEqual(problems.at(-1), { path: '', detail: more })
        assert.ok(detail.endsWith(more))
        assert.ok(response.text.length < 40_000, `${method} ${name}: ${response.text.length}`)
        assert.ok((response.headers.get('x-service-detail') ?? '').length < 1_100)
      }
    }
    assert.deepEqual(app.logged, [])
  })

  it('shortens long names', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey()
    const long = 'x'.repeat(1_000_000)
    for (const body of [
      { fields: { [long]: 1 } },
      { [long]: 1 },
      { fields: {}, [`fields[${long}]`]: 1 },
    ]) {
      const headers = { Accept: 'application/problem+json' }
      const response = await app.call('POST', '/contents?model=article', { key, body, headers })
      assert.equal(response.status, 400)
      assert.ok(response.text.length < 2_000, `${response.text.length}`)
    }
  })

  it('stops at 100 problems in the management API', async () => {
    const { owner } = await freshStudio(freshApp)
    const params = { root: 'main' }
    const calls = [
      owner.call('createItem', {
        params,
        body: { model: 'article', languages: { en: { fields: names(20_000) } } },
      }),
      owner.call('createItem', {
        params,
        body: { model: 'article', languages: {}, ...names(20_000) },
      }),
      owner.call('changeItems', {
        params,
        body: { action: 'publish', ids: Array(20_000).fill('x') },
      }),
      owner.call('applySchema', {
        params,
        body: {
          isPrune: false,
          expectedVersion: 1,
          isConfirmed: true,
          schema: { languages: ['en'], ...names(20_000) },
        },
      }),
    ]
    for (const call of calls) {
      const { status, json, text } = await call
      const { problems } = json as unknown as { problems: { message: string }[] }
      assert.equal(status, 400, text.slice(0, 300))
      assert.ok(problems.length <= 101 && text.length < 60_000, `${problems.length} ${text.length}`)
      if (problems.length > 1) assert.equal(problems.at(-1)?.message, more)
    }
  })
})

onBothDatabases('invalid lines of an import', (fresh) => {
  it('reports 100 problems per line, and imports later lines', async () => {
    const opened = await withRoot(fresh)
    const lines = [
      { model: 'article', published: true, fields: { title: 'Sea', ...names(5_000) } },
      { model: 'article', published: true, fields: { title: 'Sea' }, ...names(5_000) },
      { model: 'author', published: true, fields: { name: 'Hana' } },
    ]
    const { imported, problems } = await importLines(opened, lines, { continues: true })
    assert.equal(imported, 1)
    for (const line of [1, 2]) {
      const about = problems.filter((one) => one.startsWith(`line ${line}: `))
      assert.deepEqual([about.length, about.at(-1)], [101, `line ${line}: ${more}`])
    }
  })
})
