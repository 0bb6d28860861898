import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { placeFlags } from '../testing/octavo.ts'
import { octavoHere, printedBy } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

const schema = {
  languages: ['en'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}
const line = JSON.stringify({ model: 'note', published: true, fields: { title: 'One' } })

onBothDatabases('content review', (fresh) => {
  it('sets and removes the review date of an item', async () => {
    const { address, store } = await fresh()
    const flags = placeFlags(address)
    const file = join(address.dataFolder, 'schema.json')
    const lines = join(address.dataFolder, 'items.ndjson')
    await writeFile(file, JSON.stringify(schema))
    await writeFile(lines, `${line}\n${line}\n`)
    await printedBy(['schema', 'apply', file, ...flags])
    await printedBy(['content', 'import', lines, ...flags])
    const run = (command: string) => octavoHere([...command.split(' '), ...flags])
    const due = () =>
      store.read(async (tx) => {
        const [root] = await tx.roots.list()
        const filter = { rootId: root?.id ?? 0, spaceIds: null, until: '2099-12-31' }
        return (await tx.reviews.due(filter, 10)).map(({ itemId, dueOn }) => [itemId, dueOn])
      })

    const set = await run('content review 2 --by 2027-03-31')
    assert.deepEqual([set.code, set.stdout], [0, ''])
    assert.match(set.stderr, /^Item 2 is to be reviewed by 2027-03-31\.$/m)
    assert.deepEqual(await due(), [[2, '2027-03-31']])
    assert.equal((await run('content review 2 --by 2026-12-01')).code, 0)
    assert.equal((await run('content review 1 --by 2028-02-29')).code, 0)
    assert.deepEqual(await due(), [
      [2, '2026-12-01'],
      [1, '2028-02-29'],
    ])
    const cleared = await run('content review 2 --clear')
    assert.deepEqual([cleared.code, cleared.stdout], [0, ''])
    assert.match(cleared.stderr, /^Removed the review date of item 2\.$/m)

    const faults: [string, number, RegExp][] = [
      ['content review 1', 2, /set either --by or --clear/],
      ['content review 1 --by 2027-03-31 --clear', 2, /set either --by or --clear/],
      ['content review 1 --by 2027-02-29', 2, /--by must be a date, such as 2026-11-14/],
      ['content review 1 --by soon', 2, /--by must be a date/],
      ['content review x --clear', 2, /"x" is not an id/],
      ['content review 99 --by 2027-03-31', 1, /99/],
    ]
    for (const [command, code, message] of faults) {
      const result = await run(command)
      assert.equal(result.code, code, `${command}: ${result.stderr}`)
      assert.match(result.stderr, message, command)
    }
    assert.deepEqual(await due(), [[1, '2028-02-29']])
  })
})
