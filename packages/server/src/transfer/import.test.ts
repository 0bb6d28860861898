import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '../testing/stores.ts'
import { exportLines, importLines, someLines, withRoot } from '../testing/transfer-factory.ts'
import { maxLineBytes } from './read-lines.ts'

const author = { model: 'author', published: true, fields: { name: 'Hana' } }
const article = (fields: object, rest: object = {}) => ({
  model: 'article',
  published: true,
  ...rest,
  fields: { title: 'Sea', ...fields },
})

/** Invalid lines and their problems. */
const badLines: [line: unknown, expected: string[]][] = [
  ['{"model": ', ['is not JSON: Unexpected end of JSON input']],
  ['[1]', ['must be a JSON object']],
  [{ published: true, fields: {} }, ['model: is missing']],
  [{ ...author, model: 'nobody' }, ['model: there is no such model in this root space']],
  [{ ...author, space: 'osaka' }, ['space: there is no such space in this root space']],
  [{ ...author, colour: 'red' }, ['colour: unknown property']],
  [{ ...author, published: 'yes' }, ['published: must be true or false']],
  [{ ...author, id: 0 }, ['id: must be a whole number from 1 to 4503599627370496']],
  [{ ...author, id: '7' }, ['id: must be a whole number from 1 to 4503599627370496']],
  [{ ...author, id: 1e300 }, ['id: must be a whole number from 1 to 4503599627370496']],
  [
    { ...author, created_at: '2026-01-01' },
    ['created_at: must be an ISO 8601 time with Z or an offset'],
  ],
  [{ ...author, archived: false }, ['archived: must be an ISO 8601 time with Z or an offset']],
  [{ model: 'author', published: true }, ['fields: the data of at least one language is required']],
  [{ ...author, 'fields[fr]': {} }, ['fields[fr]: the space has no such language']],
  [
    { ...author, published: false, draft: { fields: {} } },
    ['draft: is allowed only with published data; use "fields" instead'],
  ],
  [
    { ...author, draft: { titel: {} } },
    ['draft.titel: is not a known property; send "fields" or "fields[<language>]"'],
  ],
  [{ ...author, times: { fr: {} } }, ['times.fr: the space has no such language']],
  [
    { ...author, times: { ja: { draft_updated_at: '2026-01-01T00:00:00Z', at: 1 } } },
    [
      'times.ja.at: unknown property',
      'times.ja.draft_updated_at: there is no draft data in this language',
    ],
  ],
  [article({ titel: 1 }), ['fields.titel: no such field']],
  [
    article({ featured: 'no', kind: 'poem' }),
    ['fields.featured: must be true or false', 'fields.kind: '],
  ],
  [article({ _id: 1 }), ['fields._id: system properties cannot be written']],
  [article({ author: 99 }), ['fields.author: there is no content item 99 in this space']],
  [article({ cover: 5 }), ['fields.cover: there is no media item 5 in this space']],
  [article({ title: null }), ['fields.title: is required']],
  [article({ lead: 'far too long a lead' }), ['fields.lead: ']],
  [{ ...article({}), draft: { fields: { starts_at: 'soon' } } }, ['draft.fields.starts_at: ']],
  [article({}, { 'fields[ja]': { slug: 'no' } }), ['fields[ja].slug: is shared by all languages']],
]

onBothDatabases('import', (fresh) => {
  it('reports all problems of a line and does not write it', async () => {
    const place = await withRoot(fresh)
    const { problems, imported, bad } = await importLines(
      place,
      badLines.map(([line]) => line),
      {
        continues: true,
      },
    )
    assert.deepEqual({ imported, bad }, { imported: 0, bad: badLines.length })
    const expected = badLines.flatMap(([, texts], index) =>
      texts.map((text) => [index + 1, text] as const),
    )
    for (const [index, [line, text]] of expected.entries()) {
      assert.ok(
        problems[index]?.startsWith(`line ${line}: ${text}`),
        `${problems[index]} is not ${text}`,
      )
    }
    assert.equal(problems.length, expected.length)
    assert.deepEqual(await exportLines(place.store), [])
  })

  it('stops at an invalid line, keeps the lines before it, and resumes from there', async () => {
    const place = await withRoot(fresh)
    const lines = [author, author, { ...author, model: 'nobody' }, author]
    const stopped = await importLines(place, lines)
    assert.deepEqual([stopped.imported, stopped.stoppedAt], [2, 3])
    const fixed = [author, author, { ...author, fields: { name: 'Tom' } }, author]
    const rest = await importLines(place, fixed, { fromLine: 3 })
    assert.deepEqual([rest.imported, rest.stoppedAt], [2, undefined])
    const names = (await exportLines(place.store)).map(
      (line) => (line['fields'] as { name: string }).name,
    )
    assert.deepEqual(names, ['Hana', 'Hana', 'Tom', 'Hana'])
  })

  it('accepts references to later lines, including cycles', async () => {
    const place = await withRoot(fresh)
    const link = (to: number) => ({ links: [{ label: 'x', to }], slug: `to-${to}` })
    const lines = Array.from({ length: 1200 }, (_, index) =>
      article(link(((index + 600) % 1200) + 1), { id: index + 1 }),
    )
    const { imported, problems } = await importLines(place, lines)
    assert.deepEqual([imported, problems], [1200, []])
  })

  it('checks the models of references, and accepts missing targets only with keepsMissing', async () => {
    const place = await withRoot(fresh)
    const wrong = [article({ author: 2 }, { id: 1 }), article({}, { id: 2 })]
    assert.deepEqual((await importLines(place, wrong)).problems, [
      'line 1: fields.author: item 2 is not of a model that this field allows',
    ])
    const missing = [article({ author: 77, cover: 78 }, { id: 1 })]
    const { imported } = await importLines(place, missing, { keepsMissing: true })
    assert.equal(imported, 1)
    const lines = await exportLines(place.store)
    const authors = lines.map((line) => (line['fields'] as { author: number }).author)
    assert.deepEqual(authors, [77])
  })

  it('accepts published data that violates a rule only with keepsInvalid, and never a duplicate value', async () => {
    const place = await withRoot(fresh)
    const lines = [article({ title: null, slug: 'a' }), article({ title: null, slug: 'a' })]
    const refused = await importLines(place, lines)
    assert.deepEqual(
      [refused.imported, refused.problems],
      [0, ['line 1: fields.title: is required']],
    )
    const { imported, problems } = await importLines(place, lines, { keepsInvalid: true })
    assert.equal(imported, 1)
    assert.deepEqual(problems, ['line 2: fields.slug: must be unique; line 1 has the same value'])
  })

  it('stops between batches when aborted, and returns where to resume', async () => {
    const place = await withRoot(fresh)
    const stopping = new AbortController()
    const lines = Array.from({ length: 1_200 }, () => author)
    const { imported, stoppedAt } = await importLines(place, lines, {
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    })
    assert.deepEqual([imported, stoppedAt], [500, 501])
    const rest = await importLines(place, lines, { fromLine: 501 })
    assert.deepEqual([rest.imported, rest.stoppedAt], [700, undefined])
  })

  it('rejects ids that exist in the instance or in the file', async () => {
    const place = await withRoot(fresh)
    await importLines(place, [{ ...author, id: 5 }])
    const lines = [
      { ...author, id: 5 },
      { ...author, id: 9 },
      { ...author, id: 9 },
    ]
    const { problems } = await importLines(place, lines, { continues: true })
    assert.deepEqual(problems, [
      'line 1: id: item 5 already exists',
      'line 3: id: line 2 has the same id',
    ])
  })

  it('assigns ids higher than all ids in the file', async () => {
    const place = await withRoot(fresh)
    await importLines(place, [author, { ...author, id: 1 }, author, { ...author, id: 40 }])
    const ids = (await exportLines(place.store)).map((line) => line['id'])
    assert.deepEqual(ids, [1, 40, 41, 42])
    const [next] = await place.store.write((tx) => tx.ids.allocate('content', 1))
    assert.equal(next, 43)
  })

  it('uses the last id if a line has two', async () => {
    const place = await withRoot(fresh)
    const twice = '{"model":"author","id":7,"published":true,"fields":{"name":"x"},"\\u0069d":9}'
    await importLines(place, [twice, author])
    assert.deepEqual(
      (await exportLines(place.store)).map((line) => line['id']),
      [9, 10],
    )
  })

  it('ignores the id of an invalid line when it assigns ids', async () => {
    const place = await withRoot(fresh)
    const lines = [{ ...author, id: Number.MAX_SAFE_INTEGER }, author]
    const { problems, imported } = await importLines(place, lines, { continues: true })
    assert.deepEqual(problems, ['line 1: id: must be a whole number from 1 to 4503599627370496'])
    assert.equal(imported, 1)
    assert.deepEqual(
      (await exportLines(place.store)).map((line) => line['id']),
      [1],
    )
  })

  it('shows items under their assigned ids, also for a file with several batches', async () => {
    const place = await withRoot(fresh)
    const count = 1_100
    const { imported } = await importLines(
      place,
      Array.from({ length: count }, () => author),
    )
    assert.equal(imported, count)
    const ids = (await exportLines(place.store)).map((line) => line['id'])
    assert.deepEqual(
      ids,
      Array.from({ length: count }, (_, index) => index + 1),
    )
  })

  it('enforces unique values within a batch, across batches and across languages', async () => {
    const place = await withRoot(fresh)
    await importLines(place, [article({ slug: 'old' }, { id: 1 })])
    const lines = [
      article({ slug: 'new' }),
      article({ slug: 'new' }),
      article({ slug: 'old' }),
      { ...article({ slug: 'new' }), published: false },
      article({ slug: 'new' }, { space: 'tokyo' }),
    ]
    const { problems, imported } = await importLines(place, lines, { continues: true })
    assert.deepEqual(problems, [
      'line 2: fields.slug: must be unique; line 1 has the same value',
      'line 3: fields.slug: must be unique; item 1 has the same value',
    ])
    assert.equal(imported, 3)
  })

  it('accepts blank lines, a byte order mark and CRLF, and rejects very long lines', async () => {
    const place = await withRoot(fresh)
    const lines = [
      `\uFEFF${JSON.stringify(author)}\r`,
      '',
      `{"model":"author","fields":{"name":"${'x'.repeat(maxLineBytes)}"}}`,
      JSON.stringify(author),
    ]
    const { problems, imported } = await importLines(place, lines, { continues: true })
    assert.deepEqual(problems, ['line 3: is longer than 16 MB'])
    assert.equal(imported, 2)
  })

  it('uses given times, and the creation time for missing ones', async () => {
    const place = await withRoot(fresh)
    await importLines(place, [{ ...author, id: 1, created_at: '2024-02-05T10:12:46+09:00' }])
    const [line] = await exportLines(place.store)
    const time = '2024-02-05T01:12:46.000Z'
    assert.deepEqual(line, {
      model: 'author',
      id: 1,
      published: true,
      created_at: time,
      fields: { name: 'Hana' },
      times: { en: { published_at: time, last_published_at: time, published_updated_at: time } },
    })
  })

  it('imports items unchanged', async () => {
    const place = await withRoot(fresh)
    const { problems } = await importLines(place, someLines)
    assert.deepEqual(problems, [])
    const lines = await exportLines(place.store)
    assert.deepEqual(
      lines.map((line) => [line['id'], line['space'], line['published'], typeof line['archived']]),
      [
        [1, undefined, true, 'undefined'],
        [2, undefined, true, 'undefined'],
        [3, 'tokyo', false, 'undefined'],
        [4, undefined, true, 'string'],
      ],
    )
  })
})
