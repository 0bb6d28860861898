/** Long and hostile flexible texts, sent to the API and to Studio. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { startApp, type TestApp } from '../testing/app-factory.ts'
import { sampleField } from '../testing/sample-root.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { ownerOf } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'
import { defaultTextPolicy, parseFlexible } from '../text/flexible.ts'
import { defaultTextLimits } from '../text/text-pool.ts'

const long = (part: string) => part.repeat(Math.ceil(300_000 / part.length))
const articles = [
  [
    'markdown',
    long('The **sea** was [calm](https://example.com). 港は *静か* だった。\n\n- one\n\n'),
  ],
  [
    'portable_html',
    long('<p>The <b>sea</b> was calm.</p><div data-service-ftelm="callout">x</div>'),
  ],
] as const
const formats = ['portable_html', 'html', 'text', 'markdown'] as const
const hostile = '![['.repeat(100_000)
const accept = { Accept: 'application/problem+json' }

onBothDatabases('long flexible texts', (fresh) => {
  async function withApp(
    work: (app: TestApp, key: string) => Promise<void>,
    {
      cpuMs = defaultTextLimits.cpuMs,
      root = writeRoot,
    }: { cpuMs?: number; root?: RootDefinition },
  ): Promise<void> {
    const { store } = await fresh()
    const { testApp, end } = await startApp(store, { textLimits: { ...defaultTextLimits, cpuMs } })
    try {
      await testApp.applyTestSchema(root)
      await work(testApp, await testApp.createKey())
      assert.deepEqual(testApp.logged, [])
    } finally {
      await end()
    }
  }

  it('stores 300 KB with the same result as in a single thread', () =>
    withApp(async (app, key) => {
      for (const [format, body] of articles) {
        const path = `/contents?model=article&ft_format=${format}`
        const { status, json } = await app.call('POST', path, { key, body: { fields: { body } } })
        assert.equal(status, 200)
        const expected = parseFlexible(body, format, defaultTextPolicy)
        for (const name of formats) {
          const shown = await app.call(
            'GET',
            `/contents/${(json as { id: number }).id}?select=body&body[format]=${name}`,
            { key },
          )
          assert.equal((shown.json as { body: string }).body, expected[name])
        }
      }
    }, {}))

  it('rejects a text that takes too long to parse, and accepts later texts', () =>
    withApp(
      async (app, key) => {
        const owner = await ownerOf(app)
        const post = async (fields: object) => {
          const path = '/contents?model=article&ft_format=markdown'
          return app.call('POST', path, { key, headers: accept, body: { fields } })
        }
        for (let round = 0; round < 3; round++) {
          const { status, json } = await post({ title: 'Sea', body: hostile })
          assert.equal(status, 400)
          const { problems } = json as { problems: { path: string; detail: string }[] }
          assert.equal(problems.length, 1)
          assert.equal(problems[0]?.path, 'fields.body')
          assert.match(problems[0].detail, /^has markup that takes too long to parse\. Split/)
        }
        const html = '<a href=x>'.repeat(60_000)
        const languages = { en: { fields: { title: 'Sea', body: html } } }
        const params = { root: 'main' }
        const saved = await owner.call('createItem', {
          params,
          body: { model: 'article', languages },
        })
        assert.equal(saved.status, 400)
        assert.match(saved.text, /"languages\.en\.fields\.body".*"textTooComplex"/)
        assert.equal((await post({ title: 'Sea', body: 'short' })).status, 200)
      },
      { cpuMs: 5 },
    ))

  it('applies one limit to all texts of a request', () =>
    withApp(
      async (app, key) => {
        const body = 'x'.repeat(900_000)
        const blocks = Array.from({ length: 3 }, () => ({ luid: 'text', fields: { body } }))
        const { status, json } = await app.call('POST', '/contents?model=page', {
          key,
          headers: accept,
          body: { fields: { blocks } },
        })
        assert.equal(status, 400)
        assert.deepEqual(
          (json as { problems: { path: string }[] }).problems.map(({ path }) => path),
          ['fields.blocks[2].fields.body'],
        )
      },
      { root: blockRoot },
    ))

  it('limits the time of patterns', () =>
    withApp(
      async (app, key) => {
        const slug = `${'a'.repeat(100_000)}!`
        const { status, json } = await app.call('POST', '/contents?model=page&published=true', {
          key,
          headers: accept,
          body: { fields: { slug } },
        })
        assert.equal(status, 400)
        const { problems } = json as { problems: { path: string; detail: string }[] }
        assert.equal(problems[0]?.path, 'fields.slug')
        assert.match(problems[0].detail, /^takes too long to match against the pattern/)
      },
      { root: blockRoot },
    ))
})

const blockRoot: RootDefinition = {
  ...writeRoot,
  fieldSets: [
    { id: 11, luid: 'text', name: 'Text', fields: [sampleField('flexible', 301, 'body')] },
  ],
  models: [
    {
      id: 21,
      luid: 'page',
      name: 'Page',
      titleFieldId: null,
      fields: [
        sampleField('combination', 201, 'blocks', { fieldSets: [11] }),
        sampleField('text', 202, 'slug', { pattern: '^[a-z ]*[a-z]*[ a-z]*[a-z]*x$' }),
      ],
    },
  ],
}
