import assert from 'node:assert/strict'
import { adminHeader, adminPath } from '@octavo/schema/admin-api.ts'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { Unavailable } from '@octavo/schema/errors.ts'
import { nextTurn } from '../scheduling/turns.ts'
import { startApp, type TestApp } from '../testing/app-factory.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { memberOf, ownerOf, type StudioCaller } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'
import { createClients } from './clients.ts'

describe('requests in progress', () => {
  /** What one client does until it is told to end. */
  function held(clients = createClients({ perKey: 2, perAddress: 1, queued: 1 })) {
    const end = Promise.withResolvers<void>()
    let running = 0
    const send = (method: string, address: string, credential?: string) =>
      clients.run({ method, address, isGone: () => false }, credential, async () => {
        running += 1
        await end.promise
      })
    return { clients, send, end: end.resolve, running: () => running }
  }

  it('count by key, by account and by address, reads and writes apart', async () => {
    const { clients, send, end, running } = held()
    clients.know('secret of 3', 'key 3')
    clients.know('secret of 4', 'user 4')
    const sent: Promise<void>[] = []
    for (const method of ['GET', 'POST']) {
      for (const credential of ['secret of 3', 'secret of 4']) {
        // From everywhere together two at once, and one waits.
        for (const n of [1, 2, 3]) sent.push(send(method, `192.0.2.${n}`, credential))
        await assert.rejects(send(method, '192.0.2.9', credential), Unavailable)
      }
      for (const address of ['192.0.2.1', '2001:db8:1:2::1']) {
        for (const credential of [undefined, 'guess']) sent.push(send(method, address, credential))
        await assert.rejects(send(method, address, 'another guess'), Unavailable)
      }
      await assert.rejects(send(method, '2001:db8:1:2::2'), Unavailable, 'of the same /64')
    }
    // First come, first served: those who may start have started before.
    await nextTurn()
    assert.equal(running(), 2 * (2 + 2 + 1 + 1))
    end()
    await Promise.all(sent)
    assert.equal(running(), sent.length)
  })

  it('of a key that is valid no longer count by address', async () => {
    const { clients, send, end } = held()
    clients.know('secret', 'key 3')
    clients.forget('secret')
    const sent = [send('GET', '192.0.2.1', 'secret'), send('GET', '192.0.2.1', 'other')]
    await assert.rejects(send('GET', '192.0.2.1', 'secret'), Unavailable)
    end()
    await Promise.all(sent)
  })
})

onBothDatabases('many requests at once', (fresh) => {
  async function withApp(
    clientLimits: Parameters<typeof createClients>[0],
    test: (app: TestApp) => Promise<void>,
  ): Promise<void> {
    const { store } = await fresh()
    const { testApp, end } = await startApp(store, clientLimits && { clientLimits })
    try {
      await testApp.applyTestSchema(writeRoot)
      await test(testApp)
    } finally {
      await end()
    }
  }

  /** An upload that the server has begun to work on, and that ends when it is told to. */
  async function slowUpload(url: string, headers: Record<string, string>) {
    const file =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA\r\n--b--'
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': file.length,
        Expect: '100-continue',
      },
    })
    // A test that failed leaves it to be cut.
    sent.on('error', () => {})
    sent.flushHeaders()
    await once(sent, 'continue')
    return async (): Promise<number | undefined> => {
      sent.end(file)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await text(response)
      return response.statusCode
    }
  }

  it('of one key wait for each other, and 503 is for those who find the queue full', async () => {
    await withApp({ perKey: 1, perAddress: 8, queued: 2 }, async (app) => {
      const [key, other] = [await app.createKey(), await app.createKey()]
      // A key that is not known yet counts by address.
      for (const known of [key, other]) await app.call('GET', '/contents', { key: known })
      const end = await slowUpload(`${app.addresses.api}/v1/media`, { 'X-SERVICE-API-KEY': key })
      const body = { fields: { title: 'x' } }
      const write = (by: string) => app.call('POST', '/contents?model=article', { key: by, body })
      const done: number[] = []
      const third = Promise.withResolvers<void>()
      const writes = Array.from({ length: 5 }, async () => {
        const answer = await write(key)
        if (done.push(answer.status) === 3) third.resolve()
        return answer
      })
      await third.promise
      assert.deepEqual(done, [503, 503, 503])
      assert.equal((await app.call('GET', '/contents', { key })).status, 200, 'reads go on')
      assert.equal((await write(other)).status, 200, 'so do other keys')
      assert.equal(await end(), 200)
      const answers = await Promise.all(writes)
      assert.deepEqual(
        done.toSorted((a, b) => a - b),
        [200, 200, 503, 503, 503],
      )
      for (const { headers, json } of answers.filter(({ status }) => status === 503)) {
        assert.deepEqual(json, { status: '503', code: 'Service Unavailable' })
        assert.equal(headers.get('retry-after'), '1')
      }
      const total = await app.call('GET', '/contents?limit=1', { key })
      assert.equal((total.json as { total: number }).total, 3, 'refused writes wrote nothing')
    })
  })

  it('of one key are not refused by default, on 200 connections', async () => {
    await withApp(undefined, async (app) => {
      const key = await app.createKey()
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => app.call('GET', `/contents?limit=1&n=${n}`, { key })),
      )
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    })
  })

  it('of one account in Studio count together, and apart from others', async () => {
    await withApp({ perKey: 1, perAddress: 8, queued: 0 }, async (app) => {
      const owner = await ownerOf(app)
      const member = await memberOf(app, owner, 'editor')
      await member.call('bootstrap')
      await owner.call('bootstrap')
      const end = await slowUpload(`${app.addresses.api}${adminPath}/roots/main/media`, {
        [adminHeader.name]: adminHeader.value,
        cookie: owner.cookie,
      })
      const create = (caller: StudioCaller) =>
        caller.call('createItem', {
          body: { model: 'author', languages: { en: { fields: { name: 'x' } } } },
        })
      const refused = await create(owner)
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
      assert.equal((await owner.call('listSessions')).status, 200)
      assert.equal((await create(member)).status, 200)
      assert.equal(await end(), 200)
      assert.equal((await create(owner)).status, 200)
    })
  })
})
