/** Settings of a root space in schema files. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultRootSettings } from '@octavo/schema/definitions.ts'
import { octavoHere } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { placeFlags } from '../testing/octavo.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpaceSettings } from '../config-file/define-config.ts'
import { checkFile, noExistingNames } from './check-file.ts'
import { exportedSettings } from './read-settings.ts'

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
    // The type of the configuration file has the same settings.
    const settings: Required<SpaceSettings> = {
      extendedWrites: true,
      iframeHosts: ['maps.example.com'],
      textElements: ['note'],
      keepsLocation: true,
      revisions: { sessionDays: 30, publicationDays: 1000 },
    }
    assert.deepEqual(Object.keys(settings), exportedSettings)
    const first = await apply({ settings })
    assert.match(first.stdout, /setting iframeHosts: null → \["maps\.example\.com"\]/)
    assert.deepEqual(await current(), { ...defaultRootSettings, ...settings })
    const exported = await octavoHere(['schema', 'export', ...placeFlags(address)])
    assert.deepEqual((JSON.parse(exported.stdout) as { settings: unknown }).settings, settings)
    assert.match((await apply({ settings })).stderr, /The schema is up to date/)
    await apply({ settings: { iframeHosts: null, revisions: { publicationDays: null } } })
    assert.deepEqual(await current(), {
      ...defaultRootSettings,
      ...settings,
      iframeHosts: null,
      revisions: { sessionDays: 30, publicationDays: null },
    })
  })
})

it('reports every invalid setting with its place', () => {
  const settings = {
    extendedWrites: 'yes',
    iframeHosts: ['https://a.example'],
    textElements: ['A', 'b', 'b'],
    revisions: { sessionDays: 0, publicationDays: 1.5, days: 1 },
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
      'settings.revisions.days',
      'settings.revisions.sessionDays',
      'settings.revisions.publicationDays',
    ],
  )
})
