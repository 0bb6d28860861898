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

describe('concurrent requests', () => {
  /** Sends requests that stay in progress until `end` is called. */
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

  it('limits requests by key, account and address, separately for reads and writes', async () => {
    const { clients, send, end, running } = held()
    clients.setOwner('secret of 3', { name: 'key 3' })
    clients.setOwner('secret of 4', { name: 'user 4' })
    const sent: Promise<void>[] = []
    for (const method of ['GET', 'POST']) {
      for (const credential of ['secret of 3', 'secret of 4']) {
        // Two run at once and one waits, from all addresses together.
        for (const n of [1, 2, 3]) sent.push(send(method, `192.0.2.${n}`, credential))
        await assert.rejects(send(method, '192.0.2.9', credential), Unavailable)
      }
      for (const address of ['192.0.2.1', '2001:db8:1:2::1']) {
        for (const credential of [undefined, 'guess']) sent.push(send(method, address, credential))
        await assert.rejects(send(method, address, 'another guess'), Unavailable)
      }
      await assert.rejects(send(method, '2001:db8:1:2::2'), Unavailable, 'of the same /64')
    }
    // Requests start in order, so those that may run have started after one turn.
    await nextTurn()
    assert.equal(running(), 2 * (2 + 2 + 1 + 1))
    end()
    await Promise.all(sent)
    assert.equal(running(), sent.length)
  })

  it('limits requests by address if the key is no longer valid', async () => {
    const { clients, send, end } = held()
    clients.setOwner('secret', { name: 'key 3' })
    clients.removeOwner('secret')
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

  /** Starts an upload and returns a function that finishes it. */
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
    // After a failed test, the server closes the connection.
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

  it('queues requests of one key, and returns 503 when the queue is full', async () => {
    await withApp({ perKey: 1, perAddress: 8, queued: 2 }, async (app) => {
      const [key, other] = [await app.createKey(), await app.createKey()]
      // Requests count by address until a key is verified.
      for (const one of [key, other]) await app.call('GET', '/contents', { key: one })
      const end = await slowUpload(`${app.addresses.api}/v1/media`, { 'X-SERVICE-API-KEY': key })
      const body = { fields: { title: 'x' } }
      const write = (by: string) => app.call('POST', '/contents?model=article', { key: by, body })
      const done: number[] = []
      const third = Promise.withResolvers<void>()
      const writes = Array.from({ length: 5 }, async () => {
        const response = await write(key)
        if (done.push(response.status) === 3) third.resolve()
        return response
      })
      await third.promise
      assert.deepEqual(done, [503, 503, 503])
      assert.equal(
        (await app.call('GET', '/contents', { key })).status,
        200,
        'reads are not blocked',
      )
      assert.equal((await write(other)).status, 200, 'other keys are not blocked')
      assert.equal(await end(), 200)
      const responses = await Promise.all(writes)
      assert.deepEqual(
        done.toSorted((a, b) => a - b),
        [200, 200, 503, 503, 503],
      )
      for (const { headers, json } of responses.filter(({ status }) => status === 503)) {
        assert.deepEqual(json, { status: '503', code: 'Service Unavailable' })
        assert.equal(headers.get('retry-after'), '1')
      }
      const total = await app.call('GET', '/contents?limit=1', { key })
      assert.equal((total.json as { total: number }).total, 3, 'rejected writes store nothing')
    })
  })

  it('accepts 200 concurrent requests of one key by default', async () => {
    await withApp(undefined, async (app) => {
      const key = await app.createKey()
      const responses = await Promise.all(
        Array.from({ length: 200 }, (_, n) => app.call('GET', `/contents?limit=1&n=${n}`, { key })),
      )
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
    })
  })

  it('limits each Studio account separately', async () => {
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
