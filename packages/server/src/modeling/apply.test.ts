import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { scheduleItem } from '../content/schedules/schedule.ts'
import { countTurns } from '../testing/count-turns.ts'
import { startSchemaBench, type SchemaBench } from '../testing/schema-bench.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { parseJob, type TextJob, type TextParser } from '../text/text-parser.ts'
import { applySchema, previewSchema } from './apply.ts'
import { exportSchema } from './export.ts'
import { readSource } from './read-source.ts'
import { sourceOfValue } from './source.ts'

const magazine = `
languages: [en, ja]
spaces: [{luid: tokyo}]
fieldSets:
  - {luid: seo, fields: [{luid: meta, type: text}, {luid: robots, type: text}]}
  - {luid: quote, fields: [{luid: words, type: multiline}]}
  - {luid: note, fields: [{luid: text, type: text}]}
models:
  - {luid: author, fields: [{luid: name, type: text}]}
  - luid: article
    fields:
      - {luid: title, type: text}
      - {luid: lead, type: multiline}
      - {luid: slug, type: text}
      - {luid: links, type: repeat, fields: [{luid: label, type: text}, {luid: kind, type: select, options: [a, b]}]}
      - {luid: blocks, type: combination, fieldSets: [quote, note]}
      - {luid: seo, type: fieldset}
`

const fullArticle = {
  title: 'Title',
  lead: 'Lead',
  slug: 'slug',
  links: [{ label: 'one', kind: 'a' }, { label: 'two' }],
  blocks: [
    { luid: 'quote', fields: { words: 'Words' } },
    { luid: 'note', fields: { text: 'Text' } },
  ],
  seo: { meta: 'Meta', robots: 'none' },
}

const plainModel = (type: string): string =>
  `languages: [en]\nmodels: [{luid: note, fields: [{luid: body, type: ${type}}]}]`

async function refusal(work: Promise<unknown>): Promise<string[]> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal)
      return error.problems.map(({ path, message }) => `${path}|${message}`)
    throw error
  }
  return assert.fail('nothing was rejected')
}

onBothDatabases('schema apply', (fresh) => {
  async function withMagazine(): Promise<SchemaBench> {
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(magazine)
    return bench
  }

  it('applies the file once, and changes nothing the second time', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    const first = await bench.apply(magazine)
    assert.equal(first.isChanged, true)
    assert.equal(first.lines.length, 7)
    const version = (await bench.root()).version
    assert.deepEqual(await bench.apply(magazine), { lines: [], isChanged: false })
    assert.equal((await bench.root()).version, version)
  })

  it('appends one change with every scope to the change log', async () => {
    const bench = await withMagazine()
    const changes = await bench.store.read((tx) => tx.changes.after(0, 10))
    const root = await bench.root()
    const scopes = root.languages.flatMap(({ id }) => [id * 2, id * 2 + 1])
    assert.deepEqual(
      changes.map(({ seq: _seq, ...change }) => change),
      [
        {
          at: bench.now(),
          rootId: root.id,
          kind: 'schema',
          subjectId: root.id,
          modelId: null,
          actor: 'cli',
          action: 'apply',
          scopes,
          spaceId: null,
          batch: 1,
          address: null,
          events: [{ type: 'schema.changed', languageId: 0, isDraft: false }],
        },
      ],
    )
  })

  it('changes scheduled copies like drafts, and removes those of removed languages', async () => {
    const bench = await withMagazine()
    const { context, rootId, store } = bench
    const id = await bench.create('article', {
      fields: fullArticle,
      'fields[ja]': { title: '題', lead: '序' },
    })
    const publishAt = bench.now() + 1000
    const request = { rootId, actor: 'test', id, languageId: null, publishAt }
    const testContext = { ...context, databaseNow: bench.now }
    await scheduleItem(testContext, request)
    await bench.change(id, (values) => ({
      [bench.fieldId('title')]: values[bench.fieldId('title')] ?? '',
    }))
    const [lead, slug] = [bench.fieldId('lead'), bench.fieldId('slug')]
    const next = magazine
      .replace('luid: lead', 'luid: intro, was: lead')
      .replace('      - {luid: slug, type: text}\n', '')
    // Only the copy still has a slug.
    const losses = await refusal(bench.apply(next, { isPrune: true }))
    assert.deepEqual(losses, [
      '|field article.slug holds values in 1 item; pass --yes to delete them',
    ])
    await bench.apply(next, { isPrune: true, isConfirmed: true })
    const copies = await store.read((tx) => tx.schedules.ofItems([id]))
    assert.deepEqual(
      copies.map(({ copy }) => [copy?.values[lead], copy?.values[slug]]),
      [
        ['Lead', undefined],
        ['序', undefined],
      ],
    )
    const english = next.replace('languages: [en, ja]', 'languages: [en]')
    await bench.apply(english, { isPrune: true, isConfirmed: true })
    assert.equal((await store.read((tx) => tx.schedules.ofItems([id]))).length, 1)
    await bench.apply('languages: [en]', { isPrune: true, isConfirmed: true })
    assert.deepEqual(await store.read((tx) => tx.schedules.first()), [])
  })

  it('changes nothing in a dry run or after an error', async () => {
    const bench = await withMagazine()
    const before = await bench.root()
    await bench.create('article', { fields: fullArticle })
    const { lines } = await bench.apply(magazine.replace('luid: lead', 'luid: intro, was: lead'), {
      isDryRun: true,
    })
    assert.deepEqual(lines, ['→ rename field article.lead → intro'])
    await refusal(bench.apply('languages: [en]', { isPrune: true }))
    await refusal(bench.apply('languages: [en, en]'))
    assert.deepEqual(await bench.root(), before)
    assert.equal((await bench.store.read((tx) => tx.changes.after(0, 10))).length, 2)
  })

  it('reports the position of a problem', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    assert.deepEqual(await refusal(bench.apply('languages: [en]\nmodels: [{luid: a}]')), [
      'schema.yaml:2:10 models[0].fields|is missing: list the fields',
    ])
    assert.deepEqual(await refusal(bench.apply('languages: [en')), [
      'schema.yaml:1:15|is neither JSON nor YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ])
  })

  it('returns a plan with its losses and problems instead of an error', async () => {
    const bench = await withMagazine()
    await bench.create('article', { fields: fullArticle })
    const source = readSource('languages: [ja, en]', 'f')
    const preview = await previewSchema(bench.context, {
      rootId: bench.rootId,
      source,
      isPrune: true,
    })
    assert.deepEqual(preview.losses, ['model article has 1 item'])
    assert.equal(preview.problems.length, 1)
    assert.ok(preview.isChanged)
  })

  it('lets others work between small batches of items', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(plainModel('multiline'))
    for (let n = 0; n < 100; n++) await bench.create('note', { fields: { body: `${n}` } })
    const preview = { rootId: bench.rootId, isPrune: false }
    const source = readSource(plainModel('flexible'), 'f')
    const planning = () => previewSchema(bench.context, { ...preview, source })
    assert.ok((await countTurns(planning)) >= 5, 'before each 20 items')
    const applying = () => bench.apply(plainModel('flexible'))
    assert.ok((await countTurns(applying)) >= 15, 'to inspect, to convert and to derive items')
  })

  it('parses long texts that become flexible elsewhere, one after the other', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(plainModel('multiline'))
    const long = Array(10).fill('Sea & <hills>').join('\n')
    const ids: number[] = []
    for (const body of ['short', long, `${long} again`, `${long} too complex`]) {
      ids.push(await bench.create('note', { fields: { body } }))
    }
    const jobs: TextJob[][] = []
    const texts: TextParser = {
      limits: { maxCharacters: 10, charactersHere: 100 },
      async parse(owner, some) {
        assert.deepEqual(owner, { rootId: bench.rootId, actor: 'user:7' })
        jobs.push([...some])
        return some.map((job) => (job.source.includes('complex') ? 'too complex' : parseJob(job)))
      },
    }
    const request = {
      rootId: bench.rootId,
      source: readSource(plainModel('flexible'), 'f'),
      isPrune: false,
      actor: 'user:7',
    }
    const change = { ...request, isDryRun: false, isConfirmed: false }
    const elsewhere = { ...bench.context, texts }
    const { problems } = await previewSchema(elsewhere, request)
    assert.equal(problems.length, 1)
    assert.match(problems[0]?.message ?? '', new RegExp(`item ${ids[3]}`))
    await refusal(applySchema(elsewhere, change))
    await bench.trash(ids[3] ?? 0)
    await bench.change(ids[3] ?? 0, () => ({}))
    jobs.length = 0
    await applySchema(elsewhere, change)
    // Once to inspect and once to change each of the two long texts.
    assert.deepEqual(
      jobs.map((some) => some.length),
      [1, 1, 1, 1],
    )
    assert.equal((await bench.exported(ids[0] ?? 0))['body'], '<p>short</p>')
    assert.match(
      String((await bench.exported(ids[1] ?? 0))['body']),
      /^<p>Sea &amp; &lt;hills&gt;<br>/,
    )
    await bench.checkDerived()
  })

  it('accepts a value instead of a file', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    const request = {
      rootId: bench.rootId,
      isPrune: false,
      isConfirmed: false,
      isDryRun: false,
      actor: 'user:1',
    }
    const outcome = await applySchema(bench.context, {
      ...request,
      source: sourceOfValue({ languages: ['en'], models: [{ luid: 'a', fields: [] }] }),
    })
    assert.deepEqual(outcome.lines, ['+ model a (0 fields)'])
    const wrong = applySchema(bench.context, {
      ...request,
      source: sourceOfValue({ languages: [] }),
    })
    assert.match((await refusal(wrong))[0] ?? '', /^languages\|name at least one/)
  })

  it('renames without changing content', async () => {
    const bench = await withMagazine()
    const id = await bench.create('article', { fields: fullArticle })
    const before = await bench.item(id)
    await bench.apply(
      magazine
        .replace('luid: lead', 'luid: intro, was: lead')
        .replace('luid: article', 'luid: story\n    was: article')
        .replace('{luid: seo, fields', '{luid: meta, was: seo, fields')
        .replace('luid: seo, type', 'luid: meta, type')
        .replace('luid: label', 'luid: text, was: label'),
    )
    assert.deepEqual(await bench.item(id), before)
    await bench.checkDerived()
    assert.deepEqual(await bench.exported(id), {
      title: 'Title',
      intro: 'Lead',
      slug: 'slug',
      links: [{ text: 'one', kind: 'a' }, { text: 'two' }],
      blocks: fullArticle.blocks,
      meta: fullArticle.seo,
    })
  })

  it('requires confirmation to delete content, and then deletes all of it', async () => {
    const bench = await withMagazine()
    const id = await bench.create(
      'article',
      { fields: fullArticle, 'fields[ja]': { lead: 'リード' } },
      'published',
    )
    await bench.create('article', { fields: { title: 'Bare' } })
    const pruned = magazine
      .replace('      - {luid: lead, type: multiline}\n', '')
      .replace('{luid: label, type: text}, ', '')
      .replace('fieldSets: [quote, note]', 'fieldSets: [note]')
      .replace('  - {luid: quote, fields: [{luid: words, type: multiline}]}\n', '')
      .replace(', {luid: robots, type: text}', '')
    assert.deepEqual(await refusal(bench.apply(pruned, { isPrune: true })), [
      '|field article.lead holds values in 1 item; pass --yes to delete them',
      '|field article.links.label holds values in 1 item; pass --yes to delete them',
      '|field seo.robots holds values in 1 item; pass --yes to delete them',
      '|field set quote is used in 1 item; pass --yes to delete them',
    ])
    await bench.apply(pruned, { isPrune: true, isConfirmed: true })
    assert.deepEqual(await bench.exported(id), {
      title: 'Title',
      slug: 'slug',
      links: [{ kind: 'a' }, {}],
      blocks: [{ luid: 'note', fields: { text: 'Text' } }],
      seo: { meta: 'Meta' },
    })
    await bench.checkDerived()
    // The same names create new definitions, and the old values do not come back.
    await bench.apply(magazine)
    assert.equal('lead' in (await bench.exported(id)), false)
    await bench.checkDerived()
  })

  it('keeps options that the file omits, and requires confirmation to remove options in use', async () => {
    const withOptions = (kinds: string, tags: string): string => `
languages: [en]
models:
  - luid: page
    fields:
      - {luid: kind, type: select, options: [${kinds}]}
      - {luid: tags, type: multiselect, options: [${tags}]}
      - {luid: links, type: repeat, fields: [{luid: sort, type: select, options: [${kinds}]}]}
`
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(withOptions('news, essay', 'sea, hills'))
    const fields = { kind: 'news', tags: ['sea', 'hills'], links: [{ sort: 'news' }] }
    const id = await bench.create('page', { fields }, 'published')
    const other = await bench.create('page', { fields: { kind: 'essay', tags: ['sea'] } })
    const fewer = withOptions('essay', 'hills')
    assert.deepEqual(await bench.apply(fewer), {
      lines: [
        '~ field page.kind: options news, essay → essay, news',
        '~ field page.tags: options sea, hills → hills, sea',
        '~ field page.links.sort: options news, essay → essay, news',
      ],
      isChanged: true,
    })
    assert.deepEqual(await bench.apply(fewer), { lines: [], isChanged: false })
    assert.deepEqual(await bench.exported(id), fields)

    assert.deepEqual(await refusal(bench.apply(fewer, { isPrune: true })), [
      '|field page.kind uses "news" in 1 item; pass --yes to delete them',
      '|field page.tags uses "sea" in 2 items; pass --yes to delete them',
      '|field page.links.sort uses "news" in 1 item; pass --yes to delete them',
    ])
    await bench.apply(fewer, { isPrune: true, isConfirmed: true })
    assert.deepEqual(await bench.exported(id), { tags: ['hills'], links: [{}] })
    assert.deepEqual(await bench.exported(other), { kind: 'essay' })
    await bench.checkDerived()
    // An unused option needs no confirmation.
    await bench.apply(withOptions('essay', 'hills, new'))
    await bench.apply(withOptions('essay', 'hills'), { isPrune: true })
  })

  it('keeps models and field sets that a list omits, and requires confirmation to remove entries', async () => {
    const withLists = (models: string, sets: string): string => `
languages: [en]
fieldSets:
  - {luid: quote, fields: [{luid: words, type: text}]}
  - {luid: note, fields: [{luid: text, type: text}]}
models:
  - {luid: author, fields: [{luid: name, type: text}]}
  - luid: page
    fields:
      - {luid: by, type: reference, models: [${models}]}
      - {luid: blocks, type: combination, fieldSets: [${sets}]}
`
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(withLists('author, page', 'quote, note'))
    const author = await bench.create('author', { fields: { name: 'Ann' } })
    const blocks = [
      { luid: 'quote', fields: { words: 'Words' } },
      { luid: 'note', fields: { text: 'Text' } },
    ]
    const id = await bench.create('page', { fields: { by: author, blocks } }, 'published')
    const fewer = withLists('page', 'note')
    await bench.apply(fewer)
    assert.deepEqual(await bench.apply(fewer), { lines: [], isChanged: false })
    assert.deepEqual(await bench.exported(id), { by: author, blocks })
    assert.deepEqual(await refusal(bench.apply(fewer, { isPrune: true })), [
      '|field page.by uses "author" in 1 item; pass --yes to delete them',
      '|field page.blocks uses "quote" in 1 item; pass --yes to delete them',
    ])
    await bench.apply(fewer, { isPrune: true, isConfirmed: true })
    assert.deepEqual(await bench.exported(id), { blocks: blocks.slice(1) })
    await bench.checkDerived()
  })

  it('requires confirmation to remove references to disallowed models, at any depth', async () => {
    const withModels = (models: string): string => `
languages: [en, ja]
fieldSets:
  - {luid: quote, fields: [{luid: by, type: reference${models}}]}
models:
  - {luid: author, fields: [{luid: name, type: text}]}
  - luid: page
    fields:
      - {luid: next, type: reference${models}}
      - {luid: links, type: repeat, fields: [{luid: to, type: reference${models}}]}
      - {luid: blocks, type: combination, fieldSets: [quote]}
      - {luid: quote, type: fieldset}
`
    const bench = await startSchemaBench((await fresh()).store)
    await bench.apply(withModels(''))
    const author = await bench.create('author', { fields: { name: 'Ann' } })
    const page = await bench.create('page', { fields: {} })
    const fields = (id: number) => ({
      next: id,
      links: [{ to: page }, { to: id }],
      blocks: [{ luid: 'quote', fields: { by: id } }],
      quote: { by: id },
    })
    const kept = await bench.create('page', { fields: fields(page) }, 'published')
    const id = await bench.create(
      'page',
      { fields: fields(page), 'fields[ja]': fields(author) },
      'published',
    )
    await bench.trash(author)
    const pagesOnly = withModels(', models: [page]')
    assert.deepEqual(await refusal(bench.apply(pagesOnly)), [
      '|field quote.by uses "author" in 1 item; pass --yes to delete them',
      '|field page.next uses "author" in 1 item; pass --yes to delete them',
      '|field page.links.to uses "author" in 1 item; pass --yes to delete them',
    ])
    await bench.apply(pagesOnly, { isConfirmed: true })
    assert.deepEqual(await bench.exported(kept), fields(page))
    assert.deepEqual(await bench.exported(id), fields(page))
    assert.deepEqual(await bench.exported(id, 'ja'), {
      links: [{ to: page }, {}],
      blocks: [{ luid: 'quote', fields: {} }],
    })
    await bench.checkDerived()
    // Without references to remove, no confirmation is needed.
    await bench.apply(withModels(''))
    await bench.apply(pagesOnly)
  })

  it('removes models, spaces and languages with all of their content', async () => {
    const bench = await withMagazine()
    const author = await bench.create('author', { fields: { name: 'A' } }, 'published')
    const kept = await bench.create(
      'article',
      { fields: { title: 'T' }, 'fields[ja]': { title: '題' } },
      'published',
    )
    const elsewhere = await bench.create(
      'article',
      { fields: { title: 'Tokyo' } },
      'published',
      'tokyo',
    )
    const file = magazine
      .replace('[en, ja]', '[en]')
      .replace('spaces: [{luid: tokyo}]\n', '')
      .replace(/ {2}- \{luid: author.*\n/, '')
    assert.deepEqual(await refusal(bench.apply(file, { isPrune: true })), [
      '|model author has 1 item; pass --yes to delete them',
      '|space tokyo has 1 item; pass --yes to delete them',
      '|language ja has data in 1 item; pass --yes to delete them',
    ])
    await bench.apply(file, { isPrune: true, isConfirmed: true })
    assert.deepEqual(
      (await bench.items()).map(({ id }) => id),
      [kept],
    )
    assert.equal((await bench.item(kept)).languages.size, 1)
    assert.deepEqual(await bench.store.read((tx) => tx.derived.entries([author, elsewhere])), [])
    await bench.checkDerived()
  })

  it('removes a deleted space from the keys that were restricted to it', async () => {
    const bench = await withMagazine()
    const spaceIds = (await bench.root()).spaces.map(({ id }) => id)
    await bench.addKey(1, spaceIds)
    await bench.addKey(2, spaceIds.slice(1))
    await bench.apply(magazine.replace('spaces: [{luid: tokyo}]\n', ''), { isPrune: true })
    const keys = await bench.store.read((tx) => tx.keys.list(bench.rootId))
    assert.deepEqual(
      keys.map((key) => key.spaceIds),
      [spaceIds.slice(0, 1), []],
    )
  })

  it('converts values to a new type without loss, and rejects lossy conversions', async () => {
    const bench = await withMagazine()
    const id = await bench.create('article', {
      fields: { lead: 'one line', links: [{ label: 'a' }] },
      'fields[ja]': { lead: '一行' },
    })
    const converted = magazine
      .replace('luid: lead, type: multiline', 'luid: lead, type: text')
      .replace('luid: label, type: text', 'luid: label, type: multiline')
    const { lines } = await bench.apply(converted)
    assert.deepEqual(lines, [
      '~ field article.lead: type multiline → text',
      '~ field article.links.label: type text → multiline',
    ])
    assert.deepEqual(await bench.exported(id), { lead: 'one line', links: [{ label: 'a' }] })
    await bench.checkDerived()
    const other = await bench.create('article', { fields: { title: 'seven' } })
    const impossible = converted.replace('luid: title, type: text', 'luid: title, type: datetime')
    assert.deepEqual(await refusal(bench.apply(impossible)), [
      `|field article.title cannot change from text to datetime: the values of 1 item, such as item ${other}, would be lost. Change them first, or create a new field`,
    ])
  })

  it('rejects a new main language while there is content, and allows other language changes', async () => {
    const bench = await withMagazine()
    await bench.apply(magazine.replace('[en, ja]', '[ja, en]'))
    await bench.apply(magazine)
    await bench.create('article', { fields: fullArticle })
    assert.deepEqual(await refusal(bench.apply(magazine.replace('[en, ja]', '[ja, en]'))), [
      'schema.yaml:2:1 languages|the main language cannot change from en to ja while there is content (1 item): keep en first in "languages"',
    ])
    await bench.apply(magazine.replace('[en, ja]', '[en, fr, ja]'))
    await bench.checkDerived()
  })

  it('rejects a unique field with duplicate published values, and names the items', async () => {
    const bench = await withMagazine()
    const unique = magazine.replace(
      'luid: slug, type: text',
      'luid: slug, type: text, unique: true',
    )
    const first = await bench.create('article', { fields: { slug: 'same' } }, 'published')
    const second = await bench.create('article', { fields: { slug: 'same' } }, 'published')
    await bench.create('article', { fields: { slug: 'same' } }, 'published', 'tokyo')
    await bench.create('article', { fields: { slug: 'same' } }, 'draft')
    assert.deepEqual(await refusal(bench.apply(unique)), [
      `|field article.slug cannot be unique: the same value is published by items ${first} and ${second} (en)`,
    ])
    await bench.change(second, (values) => ({ ...values, [bench.fieldId('slug')]: 'other' }))
    await bench.apply(unique)
    await bench.checkDerived()
    assert.match(
      (await refusal(bench.create('article', { fields: { slug: 'other' } }, 'published')))[0] ?? '',
      /slug/,
    )
  })

  it('requires confirmation to share differing values, and copies the value when a field becomes translatable', async () => {
    const bench = await withMagazine()
    const id = await bench.create('article', {
      fields: { title: 'A', seo: { meta: 'm', robots: 'r' } },
      'fields[ja]': { title: 'あ', seo: { meta: '名', robots: 'r' } },
    })
    const shared = magazine
      .replace('luid: title, type: text', 'luid: title, type: text, translatable: false')
      .replace('luid: robots, type: text', 'luid: robots, type: text, translatable: false')
    assert.deepEqual(await refusal(bench.apply(shared)), [
      '|field article.title has separate values for other languages in 1 item; pass --yes to delete them',
    ])
    await bench.apply(shared, { isConfirmed: true })
    await bench.checkDerived()
    assert.deepEqual(await bench.exported(id, 'ja'), { seo: { meta: '名' } })
    await bench.apply(magazine)
    await bench.checkDerived()
    assert.deepEqual(await bench.exported(id, 'ja'), {
      title: 'A',
      seo: { meta: '名', robots: 'r' },
    })
  })

  it('adds index rows for a new boolean field to existing items', async () => {
    const bench = await withMagazine()
    await bench.create('article', { fields: fullArticle })
    await bench.apply(
      magazine.replace(
        '      - {luid: seo',
        '      - {luid: flag, type: boolean}\n      - {luid: seo',
      ),
    )
    await bench.checkDerived()
    await bench.apply(
      magazine.replace(
        '{luid: robots, type: text}',
        '{luid: robots, type: text}, {luid: flag, type: boolean}',
      ),
    )
    await bench.checkDerived()
  })

  it('keeps derived data correct when fields move and titles change', async () => {
    const bench = await withMagazine()
    await bench.create(
      'article',
      { fields: fullArticle, 'fields[ja]': { title: '題' } },
      'published',
    )
    await bench.apply(magazine.replace('luid: article', 'luid: article\n    title: lead'))
    await bench.checkDerived()
    const moved = magazine
      .replace('      - {luid: title, type: text}\n', '')
      .replace('      - {luid: seo', '      - {luid: title, type: text}\n      - {luid: seo')
    await bench.apply(moved)
    await bench.checkDerived()
  })

  it('exports a file that an empty instance accepts', async () => {
    const bench = await withMagazine()
    const text = exportSchema(await bench.root())
    const other = await startSchemaBench((await fresh()).store)
    await other.apply(text)
    assert.equal(exportSchema(await other.root()), text)
    assert.deepEqual((await bench.apply(text)).lines, [])
  })

  it('serializes concurrent runs', async () => {
    const bench = await withMagazine()
    const both = await Promise.all(
      ['x', 'y'].map((luid) =>
        bench.apply(`languages: [en]\nmodels: [{luid: ${luid}, fields: []}]`),
      ),
    )
    assert.deepEqual(
      both.map(({ isChanged }) => isChanged),
      [true, true],
    )
    const { models, ...root } = await bench.root()
    const ids = [...models, ...root.spaces, ...root.languages].map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(models.map(({ luid }) => luid).toSorted(), ['article', 'author', 'x', 'y'])
  })
})
