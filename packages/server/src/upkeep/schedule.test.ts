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

/** What was removed. The work of upkeep takes real time, so the test waits for its results. */
class Removals {
  readonly #names = new Set<string>()
  #onAdd = Promise.withResolvers<void>()
  count = 0

  add(name: string): void {
    this.#names.add(name)
    this.count++
    this.#onAdd.resolve()
    this.#onAdd = Promise.withResolvers()
  }

  async includes(...names: string[]): Promise<void> {
    while (!names.every((name) => this.#names.has(name))) await this.#onAdd.promise
  }
}

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
    const removals = new Removals()
    const mediaStorage = folderStorage(join(address.dataFolder, 'media'))
    const start = (name: string, own: Store) => {
      const context = contextOf(own, 1_800_000_000_000 + 31 * day)
      const leftBy = async function* (where: string) {
        yield { name: where, remove: async () => removals.add(`${name} ${where}`) }
      }
      return startUpkeep(
        {
          ...context,
          store: { ...own, ...timedStore(own, clock) },
          mediaStorage: { ...mediaStorage, unfinished: () => leftBy('storage') },
          spool: { unfinished: () => leftBy('incoming') },
          changeDays: 90,
        },
        (line) => assert.fail(line),
        clock,
      )
    }
    const other = await openStore(address)
    const first = start('first', store)
    await removals.includes('first incoming', 'first storage')
    const second = start('second', other)
    await removals.includes('second incoming')
    await clock.advance(5_000)
    assert.equal(removals.count, 3)
    assert.deepEqual(await store.read((tx) => tx.items.load([1])), [])
    await first.stop()
    await clock.advance(2_000)
    await removals.includes('second storage')
    assert.equal(removals.count, 4)
    await second.stop()
    await other.close()
  })
})
