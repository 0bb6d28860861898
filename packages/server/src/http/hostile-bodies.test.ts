/** Bodies that try to use excessive CPU time or memory. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { adminCalls } from '@octavo/schema/admin/calls.ts'
import { adminRoutes, type AdminRouteName } from '@octavo/schema/admin-api.ts'
import { testApps } from '../testing/app-factory.ts'
import { studioCaller } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('hostile bodies', (freshApp) => {
  it('rejects or stores each body', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey()
    const bodies = [
      '['.repeat(2_000_000),
      `{"fields":${'{"seo":'.repeat(100_000)}1${'}'.repeat(100_001)}`,
      `{"fields":{"links":${JSON.stringify(Array.from({ length: 100_000 }, () => ({})))}}}`,
      `{"fields":{"body":${JSON.stringify('<b>'.repeat(100_000))}}}`,
      `{"fields":{"body":${JSON.stringify('<div>'.repeat(100_000))}}}`,
      `{"fields":{"body":${JSON.stringify('> '.repeat(50_000))}}}`,
      `{"fields":{"title":"\\ud800"}}`,
      `{"fields":{"title":"\\u0000"}}`,
      `{"fields":{"author":1e400}}`,
      `{"fields":{"author":9007199254740993}}`,
    ]
    for (const body of bodies) {
      const formats = body.includes('"body"') ? ['portable_html', 'markdown'] : ['portable_html']
      for (const format of formats) {
        const response = await app.call('POST', `/contents?model=article&ft_format=${format}`, {
          key,
          body,
        })
        assert.ok([200, 400].includes(response.status), `${response.status} ${body.slice(0, 40)}`)
      }
    }
    assert.deepEqual(app.logged, [])
  })

  it('parses only short bodies for anyone who is not signed in', async (t) => {
    const app = await freshApp()
    const caller = studioCaller(app)
    const anyone = Object.entries(adminCalls).filter(
      ([name, call]) => adminRoutes[name as AdminRouteName].roles === 'anyone' && 'body' in call,
    )
    assert.ok(anyone.length > 2)
    const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(65_536) })
    const parse = t.mock.method(JSON, 'parse')
    for (const [name] of anyone) {
      const { status, text } = await caller.call(name as AdminRouteName, { body })
      assert.equal(status, 400, name)
      assert.match(text, /larger than 65536 bytes/, name)
    }
    const parsed = parse.mock.calls.map(({ arguments: [source] }) => source)
    assert.ok(!parsed.includes(body))
  })

  it('rejects tables with too many cells', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey()
    const head = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n`
    const texts: [format: string, text: string][] = [
      ['markdown', head + `${'|x'.repeat(100)}|\n`.repeat(4_900)],
      ['markdown', head + '|x|\n'.repeat(200)],
      ['markdown', `<table>${'<td>'.repeat(20_001)}`],
      ['portable_html', `<TABLE>${'<TD>'.repeat(240_000)}`],
    ]
    for (const [format, body] of texts) {
      const response = await app.call('POST', `/contents?model=article&ft_format=${format}`, {
        key,
        body: { fields: { body } },
        headers: { Accept: 'application/problem+json' },
      })
      assert.equal(response.status, 400)
      assert.deepEqual((response.json as { problems: unknown }).problems, [
        {
          path: 'fields.body',
          detail: 'must have at most 20000 table cells in total',
        },
      ])
    }
    assert.deepEqual(await app.deps.store.read((tx) => tx.usage.stored(1)), {
      items: 0,
      media: 0,
      mediaBytes: 0,
    })
  })
})
