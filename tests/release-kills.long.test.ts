/** A release of 1,000 items is public completely or not at all, also after `kill -9` in the middle. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { callAt } from '../packages/server/src/testing/app-factory.ts'
import {
  endServers,
  placeFlags,
  startServer,
  type RunningServer,
} from '../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy } from '../packages/server/src/testing/run-here.ts'
import { onBothDatabases, type TestStore } from '../packages/server/src/testing/stores.ts'

const items = 1_000
/** Reads that are served while the release is being published, before the server is killed. */
const reads = [1, 5, 20]

after(endServers)

const schema = {
  languages: ['en'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}

interface Keys {
  token: string
  reader: string
}

async function prepare({ address }: TestStore): Promise<Keys> {
  const file = join(address.dataFolder, 'schema.json')
  const lines = join(address.dataFolder, 'items.ndjson')
  await writeFile(file, JSON.stringify(schema))
  const line = JSON.stringify({
    model: 'note',
    published: true,
    fields: { title: 'old' },
    draft: { fields: { title: 'new' } },
  })
  await writeFile(lines, `${line}\n`.repeat(items))
  const place = placeFlags(address)
  await printedBy(['schema', 'apply', file, ...place])
  await printedBy(['content', 'import', lines, ...place])
  await printedBy(['release', 'create', 'all', ...place])
  const ids = Array.from({ length: items }, (_, index) => String(index + 1))
  await printedBy(['release', 'add', 'all', ...ids, ...place])
  return {
    token: await printedBy(['token', 'create', '--name', 'test', '--role', 'admin', ...place]),
    reader: await makeKey({ reads: 'published' }, place),
  }
}

/** Asserts that all items have one title, and returns it. */
async function titleOfAll({ baseUrl }: RunningServer, { reader }: Keys): Promise<string> {
  const url = `${baseUrl}/contents?limit=100`
  const { json, text } = await callAt(`${url}&title[eq]=new`, 'GET', { key: reader })
  const { total } = json as { total: number }
  assert.ok(total === 0 || total === items, text.slice(0, 200))
  return total === 0 ? 'old' : 'new'
}

function publish({ baseUrl }: RunningServer, { token }: Keys): Promise<boolean> {
  const url = `${new URL(baseUrl).origin}/admin/api/roots/main/releases/all/publish`
  const headers = { authorization: `Bearer ${token}` }
  return callAt(url, 'POST', { headers, body: {} }).then(
    ({ status, text }) => {
      assert.equal(status, 200, text)
      return true
    },
    // The server was killed.
    () => false,
  )
}

onBothDatabases('a release of many items', (fresh) => {
  it('is never public in part', async () => {
    const place = await fresh()
    const keys = await prepare(place)
    const flags = placeFlags(place.address)
    for (const count of reads) {
      const server = await startServer(flags)
      assert.equal(await titleOfAll(server, keys), 'old')
      const publishing = publish(server, keys)
      for (let read = 0; read < count; read++) await titleOfAll(server, keys)
      await server.end('SIGKILL')
      const isReported = await publishing
      const next = await startServer(flags)
      const title = await titleOfAll(next, keys)
      if (isReported) assert.equal(title, 'new')
      await next.end('SIGTERM')
      if (title === 'new') await printedBy(['release', 'undo', 'all', ...flags])
    }
    const server = await startServer(flags)
    const seen = new Set<string>()
    const publishing = publish(server, keys).finally(() => seen.add('done'))
    while (!seen.has('done')) await titleOfAll(server, keys)
    assert.equal(await publishing, true)
    assert.equal(await titleOfAll(server, keys), 'new')
    assert.equal(await server.end('SIGTERM'), 0)
    await printedBy(['doctor', ...flags])
  })
})
