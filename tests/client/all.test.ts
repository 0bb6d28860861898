import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../packages/server/src/testing/runs.ts'
import { onServers, type Bench } from './bench.ts'

type Change = { kind: 'make' | 'backdate' | 'delete' | 'touch' | 'retime'; pick: number }

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('make', 'backdate', 'delete', 'delete', 'touch', 'retime'),
  pick: fc.nat(),
})

const scenario = fc.record({
  /** Time between the creation of items: mostly 0. */
  gaps: fc.array(fc.constantFrom(0, 0, 0, 0, 1), { minLength: 1, maxLength: 14 }),
  pageSize: fc.integer({ min: 1, max: 4 }),
  order: fc.constantFrom('_created_at' as const, '-_created_at' as const),
  /** Changes before each page. */
  changes: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }),
})

onServers('client.all', (fresh) => {
  let bench: Bench
  let round = 0

  before(async () => {
    bench = await fresh()
  })

  async function make(name: string): Promise<number> {
    return (await bench.client.create({ model: 'place', fields: { name }, published: true })).id
  }

  /** Each round has its own name, and so its own list. */
  async function check({
    gaps,
    pageSize,
    order,
    changes,
  }: typeof scenario extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const { app, url, key } = bench
    const name = `round ${(round += 1)}`
    const began = (app.clock.now += 100_000)
    const living: number[] = []
    for (const gap of gaps) {
      app.clock.now += gap
      living.push(await make(name))
    }
    const throughout = new Set(living)
    const pending = [...changes]
    const apply = async ({ kind, pick }: Change): Promise<void> => {
      const id = living[pick % Math.max(1, living.length)]
      if (kind === 'make') living.push(await make(name))
      else if (kind === 'retime') app.clock.now += 1
      else if (kind === 'backdate') {
        const now = app.clock.now
        app.clock.now = began
        living.push(await make(name))
        app.clock.now = now
      } else if (id !== undefined && kind === 'touch') {
        await bench.client.patch(id, { model: 'place', fields: { name }, published: true })
      } else if (id !== undefined) {
        await bench.client.delete(id)
        living.splice(living.indexOf(id), 1)
        throughout.delete(id)
      }
    }
    const disturbed = bench.clientWith({
      url,
      key,
      async fetch(address, init) {
        for (const one of pending.shift() ?? []) await apply(one)
        return fetch(address, init)
      },
    })
    const seen: number[] = []
    const found = disturbed.all({
      model: 'place',
      where: { name: { eq: name } },
      select: { _id: true },
      order,
      pageSize,
    })
    for await (const { _id } of found) seen.push(_id)
    assert.equal(new Set(seen).size, seen.length, 'no item is returned twice')
    assert.deepEqual(
      [...throughout].filter((id) => !seen.includes(id)),
      [],
      'no item is missing',
    )
  }

  it('returns each item once while items change', async () => {
    await fc.assert(fc.asyncProperty(scenario, check), runs(4))
  })

  it('returns all items in order, across pages', async () => {
    const { client, app } = bench
    const made: number[] = []
    for (let number = 0; number < 7; number++) {
      app.clock.now += number % 2
      made.push(await make('paged'))
    }
    const where = { name: { eq: 'paged' } }
    const rows: { name: string | null }[] = []
    for await (const row of client.all({
      model: 'place',
      where,
      select: { name: true },
      pageSize: 3,
    })) {
      rows.push(row)
    }
    assert.deepEqual(
      rows,
      made.map(() => ({ name: 'paged' })),
    )
    const ids: number[] = []
    for await (const { _id, '2nd_visit': visit } of client.all({
      model: 'place',
      where,
      pageSize: 2,
    })) {
      ids.push(_id)
      assert.equal(visit, null)
    }
    assert.deepEqual(ids, made.toReversed())
  })

  it('requests no more pages after the loop ends', async () => {
    let pages = 0
    const counting = bench.clientWith({
      fetch(address, init) {
        pages += 1
        return fetch(address, init)
      },
    })
    for await (const item of counting.all({ pageSize: 2 })) if (item._id > 0) break
    assert.equal(pages, 1)
  })
})
