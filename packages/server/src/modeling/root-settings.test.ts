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

onBothDatabases('the name of a root space in a schema file', (fresh) => {
  it('is applied, exported, and stays unchanged if left out', async () => {
    const { store, address } = await fresh()
    const file = join(address.dataFolder, 'schema.json')
    const flags = placeFlags(address)
    const apply = async (content: object, ...more: string[]) => {
      await writeFile(file, JSON.stringify({ languages: ['en'], models: [], ...content }))
      return octavoHere(['schema', 'apply', file, ...more, ...flags])
    }
    const names = async () => {
      const roots = await store.read((tx) => tx.roots.list())
      const definitions = await Promise.all(
        roots.map(({ id }) => store.read((tx) => tx.roots.load(id))),
      )
      return definitions.map(({ name, spaces }) => [name, spaces[0]?.name])
    }
    const exportedName = async (...more: string[]) => {
      const { stdout } = await octavoHere(['schema', 'export', ...more, ...flags])
      return (JSON.parse(stdout) as { name?: string }).name
    }
    await apply({})
    assert.equal(await exportedName(), undefined, 'no name was chosen')
    const named = await apply({ name: 'Tide 潮' })
    assert.match(named.stdout, /space _parent: name "Main" → "Tide 潮"/)
    assert.deepEqual(await names(), [['Tide 潮', 'Tide 潮']])
    assert.equal(await exportedName(), 'Tide 潮')
    assert.match((await apply({ name: 'Tide 潮' })).stderr, /The schema is up to date/)
    assert.match((await apply({}, '--prune')).stderr, /The schema is up to date/)

    const invalid = await apply({ name: ' ', languages: [] })
    assert.equal(invalid.code, 1)
    assert.match(invalid.stderr, /languages: .*\n.*name: is empty/)
    assert.deepEqual(await names(), [['Tide 潮', 'Tide 潮']])

    const long = ['root', 'create', 'other', '--name', 'a'.repeat(201), ...flags]
    assert.match((await octavoHere(long)).stderr, /name: .*201.*200/)
    await octavoHere(['root', 'create', 'other', ...flags])
    assert.equal(await exportedName('--root', 'other'), undefined)
    await octavoHere(['root', 'create', 'third', '--name', 'Main', ...flags])
    assert.equal(await exportedName('--root', 'third'), 'Main')
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
