/** Settings of a root space in schema files. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultRootSettings } from '@octavo/schema/definitions.ts'
import { octavoHere } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { placeFlags } from '../testing/octavo.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkFile, noExistingNames } from './check-file.ts'

onBothDatabases('settings in a schema file', (fresh) => {
  it('are applied, exported, and stay unchanged if left out', async () => {
    const { store, address } = await fresh()
    const file = join(address.dataFolder, 'schema.json')
    const apply = async (content: object) => {
      await writeFile(file, JSON.stringify({ languages: ['en'], models: [], ...content }))
      return octavoHere(['schema', 'apply', file, ...placeFlags(address)])
    }
    const current = async () => {
      const [root] = await store.read((tx) => tx.roots.list())
      return (await store.read((tx) => tx.roots.load(root?.id ?? 0))).settings
    }
    const settings = {
      extendedWrites: true,
      iframeHosts: ['maps.example.com'],
      textElements: ['note'],
    }
    const first = await apply({ settings })
    assert.match(first.stdout, /setting iframeHosts: null → \["maps\.example\.com"\]/)
    assert.deepEqual(await current(), { ...defaultRootSettings, ...settings })
    const exported = await octavoHere(['schema', 'export', ...placeFlags(address)])
    assert.deepEqual((JSON.parse(exported.stdout) as { settings: unknown }).settings, settings)
    assert.match((await apply({ settings })).stderr, /The schema is up to date/)
    await apply({ settings: { iframeHosts: null } })
    assert.deepEqual(await current(), { ...defaultRootSettings, ...settings, iframeHosts: null })
  })
})

it('reports every invalid setting with its place', () => {
  const settings = {
    extendedWrites: 'yes',
    iframeHosts: ['https://a.example'],
    textElements: ['A', 'b', 'b'],
    other: 1,
  }
  const { problems } = checkFile({ languages: ['en'], models: [], settings }, noExistingNames)
  assert.deepEqual(
    problems.map(({ path }) => path),
    [
      'settings.other',
      'settings.extendedWrites',
      'settings.iframeHosts[0]',
      'settings.textElements[2]',
      'settings.textElements[0]',
    ],
  )
})
