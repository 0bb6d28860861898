import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { deriveItem } from '../content/derive.ts'
import type { DocumentBody } from '../store/records.ts'
import { storedValuesArbitrary, worldArbitrary } from '../testing/field-arbitraries.ts'
import { runSql } from '../testing/raw-sql.ts'
import { fillSample, models, readerOf, readSchema, sampleItem } from '../testing/read-sample.ts'
import { runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { documentOf } from './document.ts'
import type { Template } from './template.ts'
import { contentOf, isSameDocument, readyTemplate, storedDocument } from './stored-document.ts'

const facts = {
  title: 'A "title" 題',
  status: 'published_draft',
  updatedAt: 1_790_000_000_123,
  publishedAt: null,
  lastPublishedAt: null,
} as const

const madeArbitrary = worldArbitrary.chain((world) =>
  fc.constantFrom(...world.schema.root.models).chain(({ id, fields }) =>
    storedValuesArbitrary(fields, world).map((values) => ({
      schema: world.schema,
      subject: { itemId: 7, modelId: id, spaceId: 1, createdAt: 1_780_000_000_000 },
      content: { ...facts, values } as DocumentBody,
    })),
  ),
)

/** The same schema with other model names. */
function renamed({ root }: Schema): Schema {
  const changed = root.models.map((model) => ({ ...model, luid: `${model.luid}_2` }))
  return indexSchema({ ...root, models: changed, version: root.version + 1 })
}

describe('a stored document', () => {
  test('contains its content and the JSON that readers get', () => {
    fc.assert(
      fc.property(madeArbitrary, ({ schema, subject, content }) => {
        const body = Buffer.from(storedDocument(subject, content, schema))
        assert.deepEqual(contentOf(body), content)
        const ready = readyTemplate(body, schema, subject)
        const entry = { ...subject, documentId: 1, scope: 2, languageMask: 1, body: null }
        const { whole } = documentOf(entry, older(content), schema, notCached)
        assert.deepEqual(textAndHoles(ready), textAndHoles(whole))
        const kept = documentOf(entry, body, schema, { hasParts: false, isCached: true })
        assert.deepEqual(textAndHoles(kept.whole), textAndHoles(whole))
        assert.equal(kept.whole.bytes.buffer.byteLength, whole.bytes.length)
      }),
      runs(200),
    )
  })

  test('is rendered again if the schema would show it differently', () => {
    fc.assert(
      fc.property(madeArbitrary, ({ schema, subject, content }) => {
        const now = renamed(schema)
        const body = Buffer.from(storedDocument(subject, content, schema))
        assert.equal(readyTemplate(body, now, subject), undefined)
        const entry = { ...subject, documentId: 1, scope: 2, languageMask: 1, body: null }
        assert.deepEqual(
          textAndHoles(documentOf(entry, body, now, notCached).whole),
          textAndHoles(documentOf(entry, older(content), now, notCached).whole),
        )
      }),
      runs(50),
    )
  })

  test('equals one with another rendering, and not one with other content', () => {
    const subject = { itemId: 1, modelId: models.article, spaceId: 1, createdAt: 1 }
    const content = { ...facts, values: { 201: '海', 202: 'Sea' } }
    const made = storedDocument(subject, content, readSchema)
    assert.ok(isSameDocument(made, storedDocument(subject, content, renamed(readSchema))))
    assert.ok(isSameDocument(JSON.stringify(content), made))
    assert.ok(!isSameDocument(made.replace('海', '空'), made))
    const other = { ...content, values: { ...content.values, 201: '空' } }
    assert.ok(!isSameDocument(JSON.stringify(other), made))
  })

  test('that is truncated is not shown', () => {
    const subject = { itemId: 1, modelId: models.article, spaceId: 1, createdAt: 1 }
    const made = storedDocument(subject, { ...facts, values: {} }, readSchema)
    const cut = Buffer.from(made.slice(0, made.indexOf('\n')))
    assert.throws(() => readyTemplate(cut, readSchema, subject), /no end/)
  })

  test('with all types of fields is rendered as before', () => {
    const subject = { itemId: 1, modelId: models.article, spaceId: 2, createdAt: 0 }
    const body = Buffer.from(storedDocument(subject, { ...facts, values: everything }, readSchema))
    const ready = readyTemplate(body, readSchema, subject)
    assert.equal(
      ready && filled(ready),
      JSON.stringify(shownEverything),
      'if this is intended, increase `rendering`, because stored documents do not change',
    )
  })
})

const notCached = { hasParts: false, isCached: false }

/** The format of older versions: only the content. */
function older(content: DocumentBody): Buffer {
  return Buffer.from(JSON.stringify(content))
}

function textAndHoles(template: Template | undefined): unknown {
  return template && [template.bytes.toString(), template.holes]
}

function filled({ bytes, holes }: Template): string {
  const starts = [0, ...holes.map(({ at }) => at)]
  const ends = [...starts.slice(1), bytes.length]
  const pieces = starts.map((start, index) => bytes.toString('utf8', start, ends[index]))
  return pieces.reduce((text, piece, index) => {
    const hole = holes[index - 1]
    const ids = hole?.kind === 'references' ? hole.ids : [hole?.id]
    return `${text}"${hole?.kind} ${ids.join(' ')}"${piece}`
  })
}

const everything = {
  201: 'A "title" 題',
  202: 'a-title',
  203: 'Two\nlines',
  204: { portable_html: '<p>海</p>', html: '<p class="x">海</p>', text: '海', markdown: '海' },
  205: true,
  206: 'essay',
  207: ['sea', 'hills'],
  208: Date.UTC(2026, 0, 2, 3, 4, 5),
  209: 501,
  210: 7,
  211: [{ 321: 'Here', 322: true, 323: 8 }, {}],
  212: [{ set: 12, values: { 311: 'Words', 312: 9 } }],
  213: { 301: 'Meta', 302: true },
}

const shownEverything = {
  _id: 1,
  _model: 'article',
  _title: 'A "title" 題',
  _created_at: '1970-01-01T00:00:00.000Z',
  _updated_at: '2026-09-21T14:13:20.123Z',
  _published_at: null,
  _last_published_at: null,
  _status: 'published_draft',
  _space: 'tokyo',
  title: 'A "title" 題',
  slug: 'a-title',
  lead: 'Two\nlines',
  body: '<p class="x">海</p>',
  featured: true,
  kind: 'essay',
  tags: ['sea', 'hills'],
  starts_at: '2026-01-02T03:04:05.000Z',
  cover: 'media 501',
  author: 'reference 7',
  links: [
    { label: 'Here', external: true, to: 'reference 8' },
    { label: null, external: false, to: null },
  ],
  blocks: [{ luid: 'quote', fields: { words: 'Words', by: 'reference 9', tone: null } }],
  seo: { meta_title: 'Meta', no_index: true, robots: null },
}

onBothDatabases('documents in the format of older versions', (fresh) => {
  it('are read as before', async () => {
    const { store, address } = await fresh()
    const items = [
      sampleItem(1, models.author, { published: { 401: 'Sørina 佐藤' } }),
      sampleItem(2, models.article, { published: { 201: "It's 海", 210: 1 } }),
    ]
    await fillSample(store, items)
    const now = await readerOf(store).list('depth=1&order=_id')
    for (const item of items) {
      const [entry] = deriveItem(readSchema, item).entries
      const content = JSON.stringify(contentOf(Buffer.from(entry?.document.body ?? '')))
      const text = content.replaceAll("'", "''")
      await runSql(address, `update documents set body = '${text}' where item_id = ${item.id}`)
    }
    const before = await readerOf(store).list('depth=1&order=_id')
    assert.deepEqual(before, now)
    assert.equal(before.data.length, 2)
    const select = 'select=title,author.name&order=_id'
    const picked = await readerOf(store).list(select)
    assert.deepEqual(picked.data.at(-1), { title: "It's 海", author: { name: 'Sørina 佐藤' } })
  })
})
