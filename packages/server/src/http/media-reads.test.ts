/** `GET /media` and `media=details`: permissions, shapes, caching, and lists compared with a plain model. */
import { fold } from '@octavo/schema/fold.ts'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sharp } from '../media/images.ts'
import { createPreviews } from '../media/create-previews.ts'
import { editMedia } from '../media/media-state.ts'
import type { MediaRecord } from '../store/records.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { runs } from '../testing/runs.ts'
import { sampleMedia } from '../testing/sample-media.ts'
import { formOf, upload } from '../testing/upload.ts'
import { writeRoot } from '../testing/write-root.ts'

type Json = Record<string, unknown>

function picture(width: number, height: number): Promise<Buffer> {
  const background = { r: 200, g: 20, b: 20 }
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

testApps('reads of media', (freshApp) => {
  let app: TestApp
  let draft = ''
  let lister = ''
  let reader = ''
  let tokyo = ''

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    draft = await app.createKey({ reads: 'draft' })
    lister = await app.createKey({ reads: 'published', listsMedia: true })
    reader = await app.createKey({ reads: 'published' })
    tokyo = await app.createKey({ reads: 'draft', spaceIds: [2] })
  })

  const get = (path: string, key: string) => app.call('GET', path, { key })

  async function uploaded(query = '', bytes?: Buffer): Promise<number> {
    const file = bytes ?? (await picture(40, 30))
    const response = await upload(app, draft, formOf(file, 'sea.jpg'), { query })
    assert.equal(response.status, 200, response.text)
    return (response.json as { id: number }).id
  }

  it('lists files for draft keys and for published keys that may list media', async () => {
    const id = await uploaded('?alt=Sea&alt[ja]=%E6%B5%B7&folder=%2Fpress%2F2026%2F&tags=sea,a%20b')
    const one = await get(`/media/${id}`, lister)
    const file = one.json as Json
    assert.deepEqual(file, {
      id,
      url: `${app.deps.assetsUrl}/spaces/1/media/${id}/_/sea.jpg`,
      alt: 'Sea',
      width: 40,
      height: 30,
      bytes: file['bytes'],
      type: 'image/jpeg',
      folder: 'press/2026',
      tags: ['a b', 'sea'],
      created_at: file['created_at'],
    })
    for (const type of ['image', 'image/', 'image/*', 'image/jpeg,text/plain'])
      assert.equal(
        ((await get(`/media?type=${type}&folder=press`, draft)).json as Json)['total'],
        1,
      )
    const list = await get('/media?folder=press&lang=ja', draft)
    assert.deepEqual(list.json, { total: 1, offset: 0, limit: 100, data: [{ ...file, alt: '海' }] })
    for (const path of ['/media', `/media/${id}`]) {
      const refused = await get(path, reader)
      assert.equal(refused.status, 403)
      assert.match(refused.headers.get('x-service-detail') ?? '', /may not list media/)
    }
    assert.equal((await get(`/media/${id}`, tokyo)).status, 404)
    assert.equal((await get('/media?space=_parent', tokyo)).status, 403)
  })

  it('reports all invalid parameters, and ignored ones unless strict', async () => {
    const bad = await app.call('GET', '/media?limit=0&order=x&folder=a//b&tag=%00&type=a/b/c', {
      key: draft,
      headers: { accept: 'application/problem+json' },
    })
    assert.equal(bad.status, 400)
    const { problems } = bad.json as { problems: { path: string }[] }
    assert.deepEqual(problems.map(({ path }) => path).toSorted(), [
      'folder',
      'limit',
      'order',
      'tag',
      'type',
    ])
    const ignored = await get('/media?flder=a', draft)
    assert.match(ignored.headers.get('x-service-detail') ?? '', /ignored: flder.*folder/)
    assert.equal((await get('/media?flder=a&strict=true', draft)).status, 400)
    assert.equal((await get('/media/1?limit=1&strict=true', draft)).status, 400)
  })

  it('caches responses until a file changes', async () => {
    const id = await uploaded('?alt=Sea')
    const other = await uploaded('?alt=Hills')
    const cached = async (path: string): Promise<string> => {
      await get(path, lister)
      return (await get(path, lister)).headers.get('x-cache') ?? ''
    }
    assert.equal(await cached('/media?tag=new'), 'HIT')
    assert.equal(await cached(`/media/${id}`), 'HIT')
    assert.equal(await cached(`/media/${other}`), 'HIT')
    await editMedia(app.deps, { rootId: 1, actor: 'test', ids: [id], edit: { addTags: ['new'] } })
    const list = await get('/media?tag=new', lister)
    assert.equal(list.headers.get('x-cache'), 'MISS')
    assert.equal((list.json as { total: number }).total, 1)
    assert.deepEqual((await get(`/media/${id}`, lister)).headers.get('x-cache'), 'MISS')
    assert.deepEqual((await get(`/media/${other}`, lister)).headers.get('x-cache'), 'HIT')
  })

  it('adds details to media in content, at every depth', async () => {
    const id = await uploaded('?alt=Sea')
    const body = { fields: { title: 'A', cover: id } }
    const made = await app.call('POST', '/contents?model=article&published=true', {
      key: draft,
      body,
    })
    const { id: item } = made.json as { id: number }
    const coverOf = async (): Promise<Json> => {
      const { json } = await get(`/contents/${item}?media=details&select=cover`, lister)
      return (json as { cover: Json }).cover
    }
    const cover = await coverOf()
    const names = 'url alt width height bytes type placeholder thumbhash color focus'
    assert.equal(Object.keys(cover).join(' '), names)
    assert.match(String(cover['placeholder']), /^data:image\/webp;base64,/)
    assert.ok(String(cover['placeholder']).length <= 1024)
    assert.match(String(cover['color']), /^#c[0-9a-f]1[0-9a-f]1[0-9a-f]$/)
    assert.deepEqual(cover['focus'], { x: 0.5, y: 0.5 })
    const focus = { x: 0.25, y: 1 }
    await editMedia(app.deps, { rootId: 1, actor: 'test', ids: [id], edit: { focus } })
    const moved = await coverOf()
    assert.deepEqual(moved['focus'], focus)
    assert.equal(moved['url'], `${app.deps.assetsUrl}/spaces/1/media/${id}/_250-1000/sea.jpg`)
    const plain = await get(`/contents/${item}?select=cover`, lister)
    assert.deepEqual(plain.json, { cover: { url: moved['url'], alt: 'Sea' } })
    assert.equal((await get(`/contents/${item}?media=all`, lister)).status, 400)
  })

  it('creates missing previews in the background, and caches no response without them', async () => {
    const bytes = await picture(50, 20)
    const id = await uploaded('', bytes)
    const body = { fields: { title: 'B', cover: id } }
    const made = await app.call('POST', '/contents?model=article&published=true', {
      key: draft,
      body,
    })
    const path = `/contents/${(made.json as { id: number }).id}?media=details&select=cover`
    const [record] = await app.deps.store.read((tx) => tx.media.load([id]))
    await app.deps.store.write((tx) => tx.media.removePreview(record?.sha256 ?? ''))
    const colorIn = ({ json }: { json: unknown }): unknown =>
      (json as { cover: Json }).cover['color']
    const first = await get(path, lister)
    assert.equal(colorIn(first), null)
    assert.equal(first.headers.get('surrogate-control'), null)
    const signal = new AbortController().signal
    assert.ok((await createPreviews(app.deps, signal)) >= 1)
    assert.equal(await createPreviews(app.deps, signal), 0)
    const second = await get(path, lister)
    assert.match(String(colorIn(second)), /^#/)
    assert.notEqual(second.headers.get('etag'), first.headers.get('etag'))
    assert.equal((await get(path, lister)).headers.get('x-cache'), 'HIT')
  })

  it('lists the same files as a plain model', async () => {
    const fresh = await freshApp()
    await fresh.applyTestSchema(writeRoot)
    const key = await fresh.createKey({ reads: 'draft' })
    const restricted = await fresh.createKey({ reads: 'draft', spaceIds: [2] })
    const media = fc.sample(recordArbitrary, { numRuns: 60, seed: 7 })
    const records = media.map((record, index) => ({ ...record, id: index + 1 }))
    await fresh.deps.store.write(async (tx) => {
      for (const record of records) await tx.media.insert(record)
    })
    await fc.assert(
      fc.asyncProperty(queryArbitrary, fc.boolean(), async (query, isRestricted) => {
        const params = new URLSearchParams(query)
        const response = await fresh.call('GET', `/media?${params.toString()}`, {
          key: isRestricted ? restricted : key,
        })
        const { total, data } = response.json as { total: number; data: { id: number }[] }
        const expected = modelList(records, query, isRestricted)
        assert.deepEqual(
          { total, ids: data.map(({ id }) => id) },
          { total: expected.length, ids: pageOf(expected, query) },
        )
      }),
      runs(240),
    )
  })
})

const filenames = ['Sea.jpg', 'sea.png', 'hills.PDF', '海 1.jpg', 'a%b_c.txt', '😀.gif', '～.gif']
const types = ['image/jpeg', 'image/png', 'image/svg+xml', 'application/pdf', 'imagex/odd']
const folders = ['', 'press', 'press/2026', 'press2', 'press/2026/sea', 'press-old']
const tags = ['sea', 'Sea', 'hills', '海']

const recordArbitrary: fc.Arbitrary<MediaRecord> = fc
  .record({
    spaceId: fc.constantFrom(1, 2),
    filename: fc.constantFrom(...filenames),
    type: fc.constantFrom(...types),
    bytes: fc.nat(5),
    folder: fc.constantFrom(...folders),
    tags: fc.subarray(tags).map((some) => some.toSorted()),
    createdAt: fc.nat(4),
    archivedAt: fc.option(fc.constant(1), { freq: 6 }),
    deletedAt: fc.option(fc.constant(1), { freq: 6 }),
    alt: fc.option(fc.constantFrom('The SEA', 'Ｈills', '海')),
  })
  .map(({ alt, archivedAt, deletedAt, ...record }) =>
    sampleMedia({
      id: 0,
      ...record,
      archivedAt: archivedAt === 1 ? null : 5,
      deletedAt: deletedAt === 1 ? null : 5,
      alts: new Map(alt === null ? [] : [[1, alt]]),
    }),
  )

type Query = Record<string, string>

const queryArbitrary: fc.Arbitrary<Query> = fc
  .record(
    {
      contains: fc.constantFrom('sea', 'SEA,jpg', '海', '%', '_', 'hills'),
      type: fc.constantFrom('image', 'image/png', 'image/svg+xml,application', 'image/'),
      folder: fc.constantFrom('press', 'press/2026', '/', 'press2', 'no'),
      tag: fc.constantFrom('sea', 'sea,hills', '海'),
      order: fc.constantFrom('name', '-name', 'bytes', '-bytes', 'created_at', 'type', '-id'),
      limit: fc.constantFrom('1', '5', '20'),
      offset: fc.constantFrom('0', '3', '50'),
      space: fc.constantFrom('tokyo'),
    },
    { requiredKeys: [] },
  )
  .map((query) => ({ ...query }))

function modelList(
  all: readonly MediaRecord[],
  query: Query,
  isRestricted: boolean,
): MediaRecord[] {
  const listOf = (name: string): string[] => (query[name] ?? '').split(',').filter(Boolean)
  const isIn = (folder: string): boolean => {
    const wanted = query['folder']
    if (wanted === undefined) return true
    return wanted === '/' ? folder === '' : `${folder}/`.startsWith(`${wanted}/`)
  }
  const isOfType = (type: string): boolean =>
    query['type'] === undefined ||
    listOf('type').some((one) =>
      /^[^/]+\/.+/.test(one) ? type === one : type.startsWith(`${one.replace('/', '')}/`),
    )
  const found = all.filter((media) => {
    const texts = [media.filename, ...media.alts.values()].map(fold)
    return (
      media.archivedAt === null &&
      media.deletedAt === null &&
      (media.spaceId === 2 || (!isRestricted && query['space'] === undefined)) &&
      isIn(media.folder) &&
      isOfType(media.type) &&
      listOf('tag').every((tag) => media.tags.includes(tag)) &&
      listOf('contains').every((word) => texts.some((text) => text.includes(fold(word))))
    )
  })
  const order = query['order'] ?? '-created_at'
  const sign = order.startsWith('-') ? -1 : 1
  const keyOf = keys[order.replace('-', '')] ?? (({ id }) => id)
  return found.toSorted((a, b) => sign * (compare(keyOf(a), keyOf(b)) || a.id - b.id))
}

const keys: Record<string, (media: MediaRecord) => string | number> = {
  name: ({ filename }) => filename,
  bytes: ({ bytes }) => bytes,
  created_at: ({ createdAt }) => createdAt,
  type: ({ type }) => type,
  id: ({ id }) => id,
}

/** By code point, not by UTF-16 unit. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function pageOf(found: readonly MediaRecord[], query: Query): number[] {
  const offset = Number(query['offset'] ?? 0)
  return found.slice(offset, offset + Number(query['limit'] ?? 100)).map(({ id }) => id)
}
