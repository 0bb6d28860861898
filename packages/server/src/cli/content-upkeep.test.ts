/** Duplicates, names of revisions, confirmed translations, erased values. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { loadRevision } from '../content/revisions/read.ts'
import { translationsOf } from '../content/translations.ts'
import { createItem, patchItem } from '../content/write.ts'
import type { Store } from '../store/store.ts'
import { placeFlags } from '../testing/octavo.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { unboundedParser } from '../text/text-parser.ts'

const schema = {
  languages: ['en', 'ja'],
  models: [
    {
      luid: 'person',
      title: 'name',
      fields: [
        { luid: 'name', type: 'text' },
        { luid: 'phone', type: 'text' },
        { luid: 'code', type: 'text', unique: true, translatable: false },
      ],
    },
  ],
}
const person = {
  fields: { name: 'Ada', phone: '123', code: 'a1' },
  'fields[ja]': { name: 'エイダ', phone: '456' },
}
/** Created long enough ago that changes of the commands are later, and the first ones have sessions of their own. */
const hour = 60 * 60 * 1000

type Fault = [command: string[], code: number, message: RegExp]

async function assertFaults(run: (...args: string[]) => Promise<Outcome>, faults: Fault[]) {
  for (const [command, code, message] of faults) {
    const { code: actual, stdout, stderr } = await run(...command)
    assert.deepEqual([actual, stdout], [code, ''], `${command.join(' ')}: ${stderr}`)
    assert.match(stderr, message, command.join(' '))
  }
}

onBothDatabases('upkeep of content', (fresh) => {
  async function withPerson() {
    const { address, store } = await fresh()
    const flags = placeFlags(address)
    const run = (...args: string[]) => octavoHere([...args, ...flags])
    const done = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(...args)
      assert.equal(code, 0, stderr)
      return { stdout, stderr }
    }
    const exported = async () => {
      const { stdout } = await done('content', 'export')
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown> & { id: number })
    }
    const file = join(address.dataFolder, 'schema.json')
    await writeFile(file, JSON.stringify(schema))
    await done('schema', 'apply', file)
    const [root] = await store.read((tx) => tx.roots.list())
    const rootId = root?.id ?? 0
    const { spaces } = await store.read((tx) => tx.roots.load(rootId))
    const context = (hoursAgo: number) => ({
      store,
      schemas: cachedSchemas(),
      texts: unboundedParser,
      now: () => Date.now() - hoursAgo * hour,
    })
    const request = {
      rootId,
      spaceId: spaces[0]?.id ?? 0,
      actor: 'cli',
      model: 'person',
      stage: 'draft',
      textFormat: 'portable_html',
      allowsMultiselect: true,
    } as const
    const id = await createItem(context(2), { ...request, body: person })
    const edit = (fields: object) => patchItem(context(1), { ...request, id, body: { fields } })
    return { run, done, edit, exported, store, file, id: String(id) }
  }

  it('duplicates an item without its unique values, and prints the id', async () => {
    const { id, run, done, exported } = await withPerson()
    const { stdout } = await done('content', 'duplicate', id)
    assert.match(stdout, /^\d+\n$/)
    const copy = (await exported()).find((one) => one.id === Number(stdout))
    assert.deepEqual(copy?.['fields'], { name: 'Ada', phone: '123' })
    assert.deepEqual(copy['fields[ja]'], person['fields[ja]'])
    await done('content', 'archive', id)
    await assertFaults(run, [
      [['content', 'duplicate', '99'], 1, /there is no item 99/],
      [['content', 'duplicate', id], 1, /there is no such item/],
      [['content', 'duplicate', 'x'], 2, /"x" is not an id/],
    ])
    assert.equal((await exported()).length, 2)
  })

  it('names a revision, and removes the name', async () => {
    const { id, run, done } = await withPerson()
    const name = ['content', 'name', id, '--revision', '1']
    const rows = async () => (await done('content', 'history', id, '--lang', 'en')).stdout
    await done(...name, '--name', ' Before the move ')
    assert.match(await rows(), /^1 +en .* Before the move$/m)
    await done(...name, '--clear')
    assert.doesNotMatch(await rows(), /Before the move/)
    await done(...name, '--name', 'Kept')
    await assertFaults(run, [
      [name, 2, /set either --name or --clear/],
      [[...name, '--name', 'a', '--clear'], 2, /set either --name or --clear/],
      [[...name, '--name', ' '], 2, /--name must not be empty/],
      [[...name, '--name', 'a'.repeat(201)], 1, /name: must be text of at most 200 characters/],
      [['content', 'name', id, '--name', 'a'], 2, /missing option --revision/],
      [['content', 'name', id, '--revision', '9', '--name', 'a'], 1, /item 1 has no revision 9/],
      [['content', 'name', '99', '--revision', '1', '--name', 'a'], 1, /there is no item 99/],
    ])
    await done('root', 'create', 'other')
    const elsewhere = await run(...name, '--name', 'a', '--root', 'other')
    assert.match(elsewhere.stderr, /there is no item 1/)
    const { stdout } = await done('content', 'history', id, '--root', 'main')
    assert.match(stdout, / Kept$/m)
  })

  it('marks a translation as up to date', async () => {
    const { id, run, done, edit, store } = await withPerson()
    await edit({ name: 'Ada King' })
    const outdated = () => outdatedIn(store)
    assert.deepEqual(await outdated(), [true])
    const { stderr } = await done('content', 'confirm', id, '--lang', 'ja')
    assert.match(stderr, /^Marked the translation of item 1 \(ja\) as up to date\.$/m)
    assert.deepEqual(await outdated(), [false])
    const again = await done('content', 'confirm', id, '--lang', 'ja')
    assert.match(again.stderr, /is already up to date/)
    await assertFaults(run, [
      [['content', 'confirm', id], 2, /missing option --lang/],
      [['content', 'confirm', id, '--lang', 'en'], 1, /must be a language in which the item has/],
      [['content', 'confirm', id, '--lang', 'fr'], 1, /unknown language "fr"/],
      [['content', 'confirm', '99', '--lang', 'ja'], 1, /there is no item 99/],
    ])
  })

  it('erases values from the draft and all revisions', async () => {
    const { id, run, done, edit, exported, store, file } = await withPerson()
    await edit({ phone: '789' })
    await done('content', 'publish', id, '--lang', 'en')
    const erase = ['content', 'erase', id]
    const phone = [...erase, '--fields', 'phone']
    const before = await exported()
    await assertFaults(run, [
      [erase, 2, /set either --fields or --all/],
      [[...phone, '--all'], 2, /set either --fields or --all/],
      [phone, 1, /cannot be restored. To erase them, pass --yes/],
      [
        [...erase, '--fields', 'phne,name,cod', '--yes'],
        1,
        /unknown field "phne", "cod"\. Fields of person: name, phone, code\./,
      ],
      [[...phone, '--lang', 'fr', '--yes'], 1, /unknown language "fr"/],
      [[...phone, '--yes'], 1, /published.*en/],
      [['content', 'erase', '99', '--all', '--yes'], 1, /there is no item 99/],
    ])
    assert.deepEqual(await exported(), before)
    await done(...phone, '--lang', 'ja', '--yes')
    assert.deepEqual(await storedPhones(store), ['123', '789'])
    await done('content', 'unpublish', id)
    await done(...phone, '--yes')
    assert.deepEqual(await storedPhones(store), [])
    const [after] = await exported()
    assert.deepEqual(after?.['fields'], { name: 'Ada', code: 'a1' })

    const withoutName = { ...schema.models[0], title: 'phone' }
    const fields = withoutName.fields?.filter(({ luid }) => luid !== 'name')
    await writeFile(file, JSON.stringify({ ...schema, models: [{ ...withoutName, fields }] }))
    await done('schema', 'apply', file, '--prune', '--yes')
    const { stderr } = await done(...erase, '--fields', 'name', '--yes')
    assert.match(stderr, /^Erased name of item 1\.$/m, 'also of removed fields')
  })

  it('restores selected fields of a revision', async () => {
    const { id, run, done, edit, exported } = await withPerson()
    await edit({ name: 'Grace', phone: '9', code: 'g1' })
    await done('content', 'publish', id, '--lang', 'en')
    await edit({ name: 'Joan', phone: '8' })
    const { stdout } = await done('content', 'history', id, '--lang', 'en', '--json')
    const published = (JSON.parse(stdout) as { revision: number; kind: string }[]).find(
      ({ kind }) => kind === 'publish',
    )
    const revert = ['content', 'revert', id, '--revision', String(published?.revision)]
    await assertFaults(run, [
      [[...revert, '--fields', 'phone,fax'], 1, /unknown field "fax"\. Fields of person:/],
    ])
    await done(...revert, '--fields', 'phone')
    const [after] = await exported()
    assert.deepEqual(after?.['draft'], {
      ...person,
      fields: { name: 'Joan', phone: '9', code: 'g1' },
    })
  })
})

function outdatedIn(store: Store): Promise<boolean[]> {
  return store.read(async (tx) => {
    const [item] = await tx.items.load([1])
    assert.ok(item)
    const root = await cachedSchemas().in(tx, item.rootId)
    const heads = await tx.revisions.heads([1])
    return translationsOf(root, item, heads).map(({ isOutdated }) => isOutdated)
  })
}

/** The phone numbers in all revisions. */
function storedPhones(store: Store): Promise<string[]> {
  return store.read(async (tx) => {
    const [item] = await tx.items.load([1])
    assert.ok(item)
    const texts: string[] = []
    for (let number = 1; number < 20; number++) {
      const values = await (await loadRevision(tx, item, number))?.values()
      texts.push(...(JSON.stringify(values ?? {}).match(/\b(?:123|456|789)\b/g) ?? []))
    }
    return [...new Set(texts)].toSorted()
  })
}
