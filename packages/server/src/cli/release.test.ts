/** The commands of releases, as typed. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { placeFlags } from '../testing/octavo.ts'
import { octavoHere } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

const schema = {
  languages: ['en'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}
const line = JSON.stringify({ model: 'note', published: false, fields: { title: 'One' } })

onBothDatabases('the commands of releases', (fresh) => {
  it('create, fill, check, publish and undo a release', async () => {
    const { address } = await fresh()
    const place = placeFlags(address)
    const run = (command: string) => octavoHere([...command.split(' '), ...place])
    async function printed(command: string): Promise<string> {
      const { code, stdout, stderr } = await run(command)
      assert.equal(code, 0, `octavo ${command}: ${stderr}`)
      return stdout
    }
    async function fault(command: string): Promise<[number | null, string]> {
      const { code, stderr } = await run(command)
      return [code, stderr.split('\n')[0] ?? '']
    }
    const file = join(address.dataFolder, 'schema.json')
    const lines = join(address.dataFolder, 'items.ndjson')
    await writeFile(file, JSON.stringify(schema))
    await writeFile(lines, `${line}\n${line}\n`)
    await printed(`schema apply ${file}`)
    await printed(`content import ${lines}`)

    await printed('release create spring --name Spring')
    await printed('release add spring 1 2')
    await printed('release remove spring 2')
    await printed('release validate spring')
    await printed('release publish spring --at 2099-01-01T00:00:00Z')
    await printed('release unschedule spring')
    await printed('release publish spring')
    const shown = JSON.parse(await printed('release show spring --json')) as {
      state: string
      items: { id: number; lang: string; change: string }[]
    }
    assert.deepEqual(
      [shown.state, shown.items.map(({ id, lang, change }) => [id, lang, change])],
      ['published', [[1, 'en', 'publish']]],
    )
    await printed('release undo spring')
    const rows = JSON.parse(await printed('release list --json')) as object[]
    assert.deepEqual(rows, [
      { luid: 'spring', name: 'Spring', state: 'open', items: 1, at: null, published_at: null },
    ])

    assert.equal((await fault('release add spring 2 --delete --lang en'))[0], 2)
    assert.equal((await fault('release add spring 2 --delete --unpublish'))[0], 2)
    assert.equal((await fault('release publish spring --at soon'))[0], 2)
    const messages: Record<string, RegExp> = {
      'release create Spring': /LUID: must be 1 to 64/,
      'release create spring': /there is already a release spring/,
      'release add none 1': /there is no release none/,
      'release add spring 99': /there is no item 99/,
      'release add spring 1 --unpublish': /item 1 is not published/,
      'release publish spring --at 2020-01-01T00:00:00Z': /--at: must be in the future/,
      'release remove spring 2': /item 2 is not in the release/,
    }
    for (const [command, message] of Object.entries(messages)) {
      const [code, text] = await fault(command)
      assert.equal(code, 1, command)
      assert.match(text, message, command)
    }
    await printed('release create empty')
    const { code, stdout } = await run('release validate empty')
    assert.deepEqual([code, stdout], [1, 'the release has no items\n'])
    await printed('release delete empty')
  })
})
