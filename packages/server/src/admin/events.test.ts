import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { StreamReady } from '@octavo/schema/admin/audit.ts'
import { adminPath } from '@octavo/schema/admin-api.ts'
import { Unavailable } from '@octavo/schema/errors.ts'
import { testApps } from '../testing/app-factory.ts'
import { readEvents, type EventReader } from '../testing/sse.ts'
import { freshStudio, memberOf, type StudioCaller } from '../testing/studio-caller.ts'
import { createChangeStreams } from './events.ts'

testApps('event streams', (freshApp) => {
  it('are limited to 20 per account: one more ends the oldest with a reason', async () => {
    const { app, owner } = await freshStudio(freshApp)
    const member = await memberOf(app, owner, 'editor')
    const open = async ({ cookie }: StudioCaller): Promise<EventReader> => {
      const events = await readEvents(`${app.addresses.api}${adminPath}/roots/main/events`, {
        cookie,
      })
      assert.equal((await events.next())?.event, 'ready')
      return events
    }
    const other = await open(member)
    const streams: EventReader[] = []
    for (let n = 0; n < 25; n++) streams.push(await open(owner))
    for (const events of streams.slice(0, 5)) {
      assert.deepEqual(await events.next(), {
        event: 'goaway',
        id: undefined,
        data: { reason: 'this account has opened more than 20 event streams' },
      })
      assert.equal(await events.next(), undefined)
    }
    const body = { model: 'author', languages: { en: { fields: { name: 'x' } } } }
    assert.equal((await owner.call('createItem', { body })).status, 200)
    for (const events of [other, ...streams.slice(5)]) {
      assert.equal((await events.next())?.event, 'change')
      events.stop()
    }
  })
})

testApps('a new stream', (freshApp) => {
  it('says for how long nothing has changed', async () => {
    const { app, owner } = await freshStudio(freshApp)
    const url = `${app.addresses.api}${adminPath}/roots/main/events`
    const open = async (): Promise<[EventReader, number]> => {
      const events = await readEvents(url, { cookie: owner.cookie })
      const ready = await events.next()
      assert.ok(ready)
      return [events, (ready.data as StreamReady).quietMs]
    }
    const [first, before] = await open()
    const changing = performance.now()
    const body = { model: 'author', languages: { en: { fields: { name: 'x' } } } }
    await owner.call('createItem', { body })
    assert.equal((await first.next())?.event, 'change')
    const [second, after] = await open()
    assert.ok(before >= 0)
    assert.ok(after <= performance.now() - changing, `${after} ms`)
    for (const events of [first, second]) events.stop()
  })
})

it('limits the total number of event streams', () => {
  const changeStreams = createChangeStreams({ perAccount: 2, inAll: 3 })
  const received: string[] = []
  const listen = (userId: number, name: string) =>
    changeStreams.listen(
      userId,
      (message) => void received.push(`${name} ${JSON.stringify(message)}`),
    )
  const ends = [listen(1, 'a'), listen(1, 'b'), listen(2, 'c')]
  assert.throws(() => listen(3, 'd'), Unavailable)
  // An account that has all of its streams can open another, which ends its oldest.
  listen(1, 'e')
  assert.deepEqual(received, ['a "goaway"'])
  ends[2]?.()
  listen(3, 'f')
  changeStreams.notifyLost()
  assert.deepEqual(received.slice(1).toSorted(), ['b "lost"', 'e "lost"', 'f "lost"'])
})
