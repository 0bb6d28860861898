/** Every table of a backup can be checked when it is restored. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { folderStorage } from '../media/folder-storage.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { importLines, someLines, withRoot } from '../testing/transfer-factory.ts'
import { writeBackup } from './backup.ts'
import { createSpool } from '../media/spool.ts'
import { restoreBackup } from './restore.ts'
import { tableShapes } from './row-shapes.ts'

onBothDatabases('a backup', (fresh) => {
  it('has a shape for each of its tables', async () => {
    const { store } = await fresh()
    const names = await store.read((tx) => Promise.resolve(tx.tables.names))
    assert.deepEqual(Object.keys(tableShapes).toSorted(), names.toSorted())
  })

  it('with a saved view can be restored', async () => {
    const { store, address, ...place } = await withRoot(fresh)
    await importLines({ store, address, ...place }, someLines)
    const view = {
      id: 'v1',
      rootId: 1,
      userId: 1,
      isShared: true,
      name: 'Mine',
      search: { model: 'page' },
      createdAt: 1,
    }
    await store.write((tx) => tx.views.save(view))
    const path = join(address.dataFolder, 'backup')
    const mediaStorage = folderStorage(join(address.dataFolder, 'media'))
    const spool = createSpool(join(address.dataFolder, 'incoming'))
    const deps = { store, mediaStorage, spool, now: () => 1 }
    await writeBackup(deps, { path })
    await restoreBackup(deps, { path, replaces: true })
    assert.deepEqual(await store.read((tx) => tx.views.list(1, 1)), [view])
  })
})
