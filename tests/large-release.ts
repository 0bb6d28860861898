/** A release of 1,000 items, and reads that must see all of it or nothing. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callAt } from '../packages/server/src/testing/app-factory.ts'
import { placeFlags, type RunningServer } from '../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy } from '../packages/server/src/testing/run-here.ts'
import type { TestStore } from '../packages/server/src/testing/stores.ts'

export const releasedItems = 1_000

const schema = {
  languages: ['en'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}

export interface ReleaseKeys {
  token: string
  reader: string
}

export async function prepareRelease({ address }: TestStore): Promise<ReleaseKeys> {
  const file = join(address.dataFolder, 'schema.json')
  const lines = join(address.dataFolder, 'items.ndjson')
  await writeFile(file, JSON.stringify(schema))
  const line = JSON.stringify({
    model: 'note',
    published: true,
    fields: { title: 'old' },
    draft: { fields: { title: 'new' } },
  })
  await writeFile(lines, `${line}\n`.repeat(releasedItems))
  const place = placeFlags(address)
  await printedBy(['schema', 'apply', file, ...place])
  await printedBy(['content', 'import', lines, ...place])
  await printedBy(['release', 'create', 'all', ...place])
  const ids = Array.from({ length: releasedItems }, (_, index) => String(index + 1))
  await printedBy(['release', 'add', 'all', ...ids, ...place])
  return {
    token: await printedBy(['token', 'create', '--name', 'test', '--role', 'admin', ...place]),
    reader: await makeKey({ reads: 'published' }, place),
  }
}

/** Asserts that all items have one title, and returns it. */
export async function titleOfAll(
  { baseUrl }: RunningServer,
  { reader }: ReleaseKeys,
): Promise<string> {
  const url = `${baseUrl}/contents?limit=100`
  const { json, text } = await callAt(`${url}&title[eq]=new`, 'GET', { key: reader })
  const { total } = json as { total: number }
  assert.ok(total === 0 || total === releasedItems, text.slice(0, 200))
  return total === 0 ? 'old' : 'new'
}

export function publishLarge({ baseUrl }: RunningServer, { token }: ReleaseKeys): Promise<boolean> {
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
