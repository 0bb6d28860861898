import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { changeState } from '../content/state.ts'
import { folderStorage } from '../media/folder-storage.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { timedStore } from '../testing/timed-store.ts'
import { contextOf, importLines, someLines, withRoot } from '../testing/transfer-factory.ts'
import { startUpkeep } from './schedule.ts'

const day = 24 * 60 * 60 * 1000

onBothDatabases('upkeep', (fresh) => {
  it('empties the trash in one process and the spool folder in each', async () => {
    const place = await withRoot(fresh)
    await importLines(place, someLines)
    const { store, address } = place
    await changeState(contextOf(store), {
      rootId: 1,
      actor: 'test',
      languageId: 1,
      ids: [1],
      action: 'delete',
    })
    const clock = new FakeClock()
    const done: string[] = []
    const mediaStorage = folderStorage(join(address.dataFolder, 'media'))
    const start = (name: string, own: Store) => {
      const context = contextOf(own, 1_800_000_000_000 + 31 * day)
      const leftBy = async function* (where: string) {
        yield { name: where, remove: async () => void done.push(`${name} ${where}`) }
      }
      const timed = {
        ...own,
        ...timedStore(own, clock),
        write: <T>(work: Parameters<typeof own.write<T>>[0]) => clock.during(() => own.write(work)),
      }
      return startUpkeep(
        {
          ...context,
          store: timed,
          mediaStorage: { ...mediaStorage, unfinished: () => leftBy('storage') },
          spool: { unfinished: () => leftBy('incoming') },
        },
        (line) => done.push(line),
        clock,
      )
    }
    const other = await openStore(address)
    const first = start('first', store)
    await clock.settle()
    const second = start('second', other)
    await clock.advance(5_000)
    assert.deepEqual(done.toSorted(), ['first incoming', 'first storage', 'second incoming'])
    assert.deepEqual(await store.read((tx) => tx.items.load([1])), [])
    await first.stop()
    await clock.advance(2_000)
    assert.deepEqual(done.at(-1), 'second storage')
    await second.stop()
    await other.close()
  })
})
