/** The code in docs/webhooks.md receives and verifies real requests. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newSecret, signatureHeaders } from './signature.ts'

type Receiver = (secret: string, onEvent: (event: unknown) => void) => Server

it('the receiver in the docs accepts what Octavo signs, and nothing else', async () => {
  const page = await readFile(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const code = /```js\n([^]*?)```/.exec(page)?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'octavo-docs-'))
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, code)
  const { receiver } = (await import(pathToFileURL(file).href)) as { receiver: Receiver }
  const [secret, old] = [newSecret(), newSecret()]
  const events: unknown[] = []
  const server = receiver(secret, (event) => events.push(event)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const event = { type: 'item.published', data: { item: { title: '海' } } }
  const body = Buffer.from(JSON.stringify(event))
  const send = async (hook: Parameters<typeof signatureHeaders>[0], now = Date.now()) =>
    (
      await fetch(url, {
        method: 'POST',
        body,
        headers: signatureHeaders(hook, 'evt_1', now, body),
      })
    ).status
  const alone = { secret, previousSecret: null, previousSecretUntil: null }
  const rotated = { secret: old, previousSecret: secret, previousSecretUntil: Date.now() + 60_000 }
  assert.equal(await send(alone), 204)
  assert.equal(await send(rotated), 204)
  assert.equal(await send({ ...rotated, previousSecretUntil: 0 }), 401)
  assert.equal(await send(alone, Date.now() - 600_000), 401)
  assert.deepEqual(events, [event, event])
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})
