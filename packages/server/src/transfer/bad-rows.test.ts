/** Backups with manipulated rows and matching checksums. */
import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { createKey } from '../access/keys.ts'
import { createPasswords } from '../access/passwords.ts'
import { createUser } from '../access/users.ts'
import { folderStorage } from '../media/folder-storage.ts'
import { addMedia } from '../media/add-media.ts'
import { createSpool } from '../media/spool.ts'
import { entriesOf, packed, withMatchingSums } from '../testing/backups.ts'
import { runs } from '../testing/runs.ts'
import { onBothDatabases, type TestStore } from '../testing/stores.ts'
import {
  contextOf,
  exportLines,
  importLines,
  someLines,
  transferRoot,
  withRoot,
} from '../testing/transfer-factory.ts'
import { examine } from '../upkeep/doctor.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import type { TarEntry } from './tar.ts'

interface Place {
  entry: number
  line: number
}

function mediaOf({ address }: TestStore) {
  return folderStorage(join(address.dataFolder, 'media'))
}

const lake = { model: 'article', id: 5, published: true, fields: { title: 'Lake', slug: 'lake' } }

async function filled(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const place = await withRoot(fresh)
  await importLines(place, [...someLines, lake])
  const context = { ...contextOf(place.store), mediaStorage: mediaOf(place) }
  const alts = new Map([[1, 'Sea']])
  const file = { rootId: 1, spaceId: 1, filename: 'sea.txt', alts, actor: 'test' }
  await addMedia(context, { ...file, bytes: Buffer.from('sea') })
  const rights = {
    reads: 'draft',
    writesContents: true,
    writesMedia: true,
    publishes: true,
    listsMedia: false,
  } as const
  const none = { readLimit: null, writeLimit: null, expiresAt: null }
  await createKey(context, {
    ...rights,
    ...none,
    rootId: 1,
    name: 'key',
    spaceIds: [1],
    actor: 'test',
  })
  await createUser(
    { ...context, passwords: createPasswords() },
    {
      email: 'a@example.com',
      password: 'correct horse',
      role: 'owner',
      actor: 'test',
    },
  )
  return place
}

/** All data that a restore could change. */
async function everything(place: TestStore): Promise<unknown> {
  const rows = await place.store.read(async (tx) => {
    const found: Record<string, unknown[]> = {}
    for (const table of tx.tables.names) {
      found[table] = (await Array.fromAsync(tx.tables.scan(table))).flat()
    }
    return found
  })
  const files = await Array.fromAsync(mediaOf(place).list())
  return { rows, files: files.toSorted() }
}

/** Checks that all stored data can be read, exported and examined. */
async function assertUsable(place: TestStore): Promise<void> {
  const { store, address } = place
  await exportLines(store).catch((error: unknown) => {
    // Items of a missing space or model are a known problem, which doctor and export report.
    if (!(error instanceof Refusal)) throw error
  })
  await examine({
    context: contextOf(store),
    dataFolder: address.dataFolder,
    mediaStorage: mediaOf(place),
    spool: createSpool(join(address.dataFolder, 'incoming')),
    onFinding() {},
  })
  await store.read(async (tx) => {
    await tx.users.list()
    await tx.keys.list(1)
    await tx.changes.after(0, 100)
  })
}

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    2 ** 53,
    999_999_999_999_999,
    '',
    '\0',
    'a\0b',
    '\ud800',
    '../../x',
    'x'.repeat(10_000),
    '__proto__',
    [],
    [null],
    {},
    { a: null },
    [[[[]]]],
  ),
  fc.jsonValue(),
)

type Change = { kind: string; value: unknown; pick: number[] }

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('line', 'text', 'replace', 'remove', 'add', 'inside', 'twice'),
  value: hostile,
  pick: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
})

/** Applies the change to a line. */
function changed(line: string, { kind, value, pick }: Change): string {
  const row = JSON.parse(line) as Record<string, unknown>
  const keys = Object.keys(row)
  const key = keys[(pick[0] ?? 0) % keys.length] ?? ''
  if (kind === 'line') return JSON.stringify(value)
  if (kind === 'text') return line.slice(0, (pick[1] ?? 0) % line.length)
  if (kind === 'twice') return `${line}\n${line}`
  if (kind === 'remove') delete row[key]
  else if (kind === 'add') row['extra'] = value
  else if (kind === 'replace') row[key] = value
  else {
    const nested = keys.filter((name) => isJson(row[name]))
    const name = nested[(pick[0] ?? 0) % Math.max(1, nested.length)]
    if (name === undefined) row[key] = value
    else row[name] = JSON.stringify(changedInside(JSON.parse(String(row[name])), value, pick))
  }
  return JSON.stringify(row)
}

function isJson(value: unknown): boolean {
  return typeof value === 'string' && /^[[{]/.test(value)
}

/** Descends along the picks and replaces the value at the end. */
function changedInside(tree: unknown, value: unknown, pick: readonly number[]): unknown {
  const [first = 0, ...rest] = pick
  if (typeof tree !== 'object' || tree === null || rest.length < first % 4) return value
  const keys = Object.keys(tree)
  const key = keys[first % Math.max(1, keys.length)]
  if (key === undefined) return value
  const inner = changedInside((tree as Record<string, unknown>)[key], value, rest)
  if (Array.isArray(tree))
    return tree.map((entry: unknown, at) => (String(at) === key ? inner : entry))
  return { ...tree, [key]: inner }
}

const slugId = transferRoot.models
  .flatMap(({ fields }) => fields)
  .find(({ luid }) => luid === 'slug')?.id

/** The published slug of a row of `item_languages`. */
function slugIn(line: string): unknown {
  const { published } = JSON.parse(line) as { published: string | null }
  return published && (JSON.parse(published) as Record<string, unknown>)[String(slugId)]
}

onBothDatabases('a backup with bad rows', (fresh) => {
  let good: TarEntry[]
  let places: Place[]
  let goodPath = ''
  let to: TestStore

  before(async () => {
    const from = await filled(fresh)
    goodPath = join(from.address.dataFolder, 'backup')
    const context = { store: from.store, mediaStorage: mediaOf(from), now: () => 1 }
    await writeBackup(context, { path: goodPath })
    good = await entriesOf(goodPath)
    places = good.flatMap(({ name, body }, entry) =>
      name.startsWith('tables/') ? linesOf(body).map((_, line) => ({ entry, line })) : [],
    )
    to = await filled(fresh)
  })

  const linesOf = (body: Buffer): string[] => body.toString().split('\n').slice(0, -1)

  function restore(path: string): Promise<void> {
    const spool = createSpool(join(to.address.dataFolder, 'incoming'))
    const context = { store: to.store, mediaStorage: mediaOf(to), spool, now: () => 1 }
    return restoreBackup(context, { path, replaces: true })
  }

  async function written(
    change_: (line: string) => string,
    { entry, line }: Place,
  ): Promise<string> {
    const entries = good.map((one, index) => {
      if (index !== entry) return one
      const lines = linesOf(one.body)
      lines[line] = change_(lines[line] ?? '')
      return { ...one, body: Buffer.from(`${lines.join('\n')}\n`) }
    })
    const path = join(to.address.dataFolder, 'bad')
    await writeFile(path, await packed(withMatchingSums(entries)))
    return path
  }

  function placeIn(table: string): Place {
    const place = places.findLast(({ entry }) => good[entry]?.name.startsWith(`tables/${table}/`))
    assert.ok(place, table)
    return place
  }

  const rows: [table: string, find: string | RegExp, put: string, expected: RegExp][] = [
    ['items', /.*/, 'null', /table items .*000001\.ndjson, line \d: .*expected object/],
    ['items', '"model_id":', '"model":', /table items .* line \d: model_id: /],
    ['items', /"id":\d+/, '"id":"1"', /line \d: id: /],
    ['items', /"root_id":\d+/, '"root_id":7', /root_id: root space 7 does not exist/],
    ['item_languages', /"item_id":\d+/, '"item_id":987', /item_id: item 987 does not exist/],
    [
      'item_languages',
      /"published":"(?:[^"\\]|\\.)*"/,
      '"published":"null"',
      /published: .*record/,
    ],
    ['roots', /\\"spaces\\":/, '\\"space\\":', /table roots .* line 1: definition\.spaces: /],
    ['roots', /\\"type\\":\\"\w+\\"/, '\\"type\\":\\"x\\"', /definition\.\w+\.\d+\.fields\.\d+/],
    ['media', /"sha256":"\w+"/, '"sha256":"../../etc/passwd"', /sha256: must be 64 hexadecimal/],
    ['media', /"type":"[^"]+"/, '"type":"a\\r\\nb"', /type: must be a content type/],
    ['users', /"role":"\w+"/, '"role":"god"', /table users .* line 1: role: /],
    ['keys', /"space_ids":"[^"]*"/, '"space_ids":"{}"', /table keys .* line 1: space_ids: /],
    ['changes', /"actor":"[^"]*"/, '"actor":"\\u0000"', /line \d: actor: contains a NUL character/],
  ]
  for (const [table, find, put, expected] of rows) {
    it(`reports the row of ${table} in which ${String(find)} is ${put}`, async () => {
      const earlier = await everything(to)
      const path = await written((line) => {
        const next = line.replace(find, () => put)
        assert.notEqual(next, line)
        return next
      }, placeIn(table))
      await assert.rejects(restore(path), (error: Error) => {
        assert.equal(error.name, 'BadBackup')
        assert.match(error.message, expected)
        assert.match(error.message, /Nothing was changed\./)
        return true
      })
      assert.deepEqual(await everything(to), earlier)
    })
  }

  it('rejects a field set that contains itself', async () => {
    const earlier = await everything(to)
    const path = await written((line) => {
      const row = JSON.parse(line) as { definition: string }
      const definition = JSON.parse(row.definition) as {
        fieldSets: { id: number; fields: object[] }[]
      }
      const [set] = definition.fieldSets
      assert.ok(set)
      const common = { luid: 'self', name: 'self', required: false, translatable: true }
      set.fields.push({ ...common, id: 900_000, type: 'fieldset', fieldSet: set.id })
      return JSON.stringify({ ...row, definition: JSON.stringify(definition) })
    }, placeIn('roots'))
    await assert.rejects(restore(path), /table roots .* definition\.fieldSets\.0\.fields/)
    assert.deepEqual(await everything(to), earlier)
  })

  it('rejects two items with the same unique value', async () => {
    const slug = String(slugId)
    const withSlug = places.filter((place) => {
      const { name = '', body = Buffer.of() } = good[place.entry] ?? {}
      return name.startsWith('tables/item_languages/') && slugIn(linesOf(body)[place.line] ?? '')
    })
    const [first, second] = withSlug
    assert.ok(first && second)
    const taken = slugIn(linesOf(good[first.entry]?.body ?? Buffer.of())[first.line] ?? '')
    const earlier = await everything(to)
    const path = await written((line) => {
      const row = JSON.parse(line) as { published: string }
      const values = JSON.parse(row.published) as Record<string, unknown>
      return JSON.stringify({ ...row, published: JSON.stringify({ ...values, [slug]: taken }) })
    }, second)
    await assert.rejects(restore(path), {
      name: 'BadBackup',
      message: /items \d+ and \d+ have the same value in the unique field \d+/,
    })
    assert.deepEqual(await everything(to), earlier)
  })

  it('is either restored and usable, or rejected with the name of the row', async () => {
    let earlier = await everything(to)
    const place = fc.nat().map((n) => places[n % places.length] ?? { entry: 0, line: 0 })
    let refused = 0
    await fc.assert(
      fc.asyncProperty(place, change, async (where, how) => {
        const path = await written((line) => changed(line, how), where)
        try {
          await restore(path)
        } catch (error) {
          assert.ok(error instanceof Error)
          assert.equal(error.name, 'BadBackup', error.stack ?? '')
          assert.match(error.message, /tables\/\w+\/\d+\.ndjson, line \d+: |items \d+ and \d+ have/)
          assert.deepEqual(await everything(to), earlier)
          refused++
          return
        }
        await assertUsable(to)
        await restore(goodPath)
        earlier = await everything(to)
      }),
      { ...runs(150) },
    )
    assert.ok(refused > 0)
    assert.deepEqual(
      (await readdir(to.address.dataFolder)).filter((name) => name.endsWith('.part')),
      [],
    )
  })
})
