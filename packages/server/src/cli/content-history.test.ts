import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { placeFlags } from '../testing/octavo.ts'
import { octavoHere, printedBy } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

const schema = fileURLToPath(new URL('../demo/schema.json', import.meta.url))

onBothDatabases('content history and revert', (fresh) => {
  it('lists revisions and restores one as a draft', async () => {
    const { address } = await fresh()
    const flags = placeFlags(address)
    const run = (command: string) => printedBy([...command.split(' '), ...flags])
    const json = async (command: string) => JSON.parse(await run(command)) as object[]
    await run(`schema apply ${schema}`)
    const line = { id: 5, model: 'author', published: true, fields: { name: 'Ada', slug: 'ada' } }
    await writeFile(`${address.dataFolder}/a.ndjson`, `${JSON.stringify(line)}\n`)
    await run(`content import ${address.dataFolder}/a.ndjson`)
    await run('content unpublish 5')
    await run('content publish 5')
    const history = await json('content history 5 --json')
    assert.deepEqual(
      history.map((one) => ({ ...one, at: '' })),
      [
        { revision: 3, lang: 'en', kind: 'publish', at: '', by: 'cli' },
        { revision: 2, lang: 'en', kind: 'unpublish', at: '', by: 'cli' },
        { revision: 1, lang: 'en', kind: 'publish', at: '', by: 'cli' },
      ],
    )
    assert.match(
      await run('content history 5 --lang en'),
      /^REVISION +LANG +KIND .*\n3 +en +publish/,
    )
    const missing = await octavoHere(['content', 'revert', '5', '--revision', '9', ...flags])
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /item 5 has no revision 9/)
    const same = await octavoHere(['content', 'revert', '5', '--revision', '1', ...flags])
    assert.match(same.stderr, /already has the content of revision 1/)
    for (const bad of ['content revert 5', 'content revert 5 --revision x', 'content history x']) {
      assert.equal((await octavoHere([...bad.split(' '), ...flags])).code, 2)
    }
    assert.equal((await octavoHere(['content', 'history', '77', ...flags])).code, 1)
  })
})
