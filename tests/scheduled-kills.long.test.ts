/** Schedules run exactly once, in order and never early while nodes are killed at random moments. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import type { AuditEntry, AuditPage } from '@octavo/schema/admin/audit.ts'
import { callAt } from '../packages/server/src/testing/app-factory.ts'
import { scheduleItem } from '../packages/server/src/content/schedules/schedule.ts'
import { cachedSchemas } from '../packages/server/src/store/cache/schemas.ts'
import { eventually } from '../packages/server/src/testing/eventually.ts'
import {
  endServers,
  placeFlags,
  startServer,
  type RunningServer,
} from '../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy } from '../packages/server/src/testing/run-here.ts'
import { onBothDatabases, type TestStore } from '../packages/server/src/testing/stores.ts'

const waves = 4
const itemsInWave = 10
/** When the first schedules of a wave are due, and the time in which all others are, in milliseconds. */
const lead = 1_000
const period = 2_500
const step = 250

after(endServers)

const schema = {
  languages: ['en', 'ja'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}

interface Plan {
  id: number
  action: 'publish' | 'unpublish'
  dueAt: number
  languages: string[]
}

interface Keys {
  token: string
  writer: string
  reader: string
}

const below = (limit: number): number => Math.floor(Math.random() * limit)
const order = (one: Plan, other: Plan): number =>
  one.dueAt - other.dueAt || one.id - other.id || one.action.localeCompare(other.action)
const textOf = ({ id, action, languages }: Plan): string => `${action} ${id} ${languages.join()}`

async function prepare({ address }: TestStore): Promise<Keys> {
  const file = join(address.dataFolder, 'schema.json')
  await writeFile(file, JSON.stringify(schema))
  const place = placeFlags(address)
  await printedBy(['schema', 'apply', file, ...place])
  return {
    token: await printedBy(['token', 'create', '--name', 'test', '--role', 'admin', ...place]),
    writer: await makeKey({ reads: 'draft', writes: true }, place),
    reader: await makeKey({ reads: 'published' }, place),
  }
}

async function manage(
  { baseUrl }: RunningServer,
  { token }: Keys,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const url = `${new URL(baseUrl).origin}/admin/api/roots/main${path}`
  const headers = { authorization: `Bearer ${token}` }
  const { status, text, json } = await callAt(url, method, { headers, ...(body && { body }) })
  assert.equal(status, 200, text)
  return json
}

async function createItems(server: RunningServer, keys: Keys): Promise<number[]> {
  const url = `${server.baseUrl}/contents?model=note&published=false`
  const ids: number[] = []
  for (let index = 0; index < waves * itemsInWave; index++) {
    const title = `note ${index}`
    const body = { fields: { title }, 'fields[ja]': { title } }
    const created = await callAt(url, 'POST', { key: keys.writer, body })
    ids.push((created.json as { id: number }).id)
  }
  return ids
}

/**
 * Schedules items after all earlier ones, while no node runs: a plan that is saved late would be out of order.
 * Rounded times make many items due at the same time.
 */
async function scheduleWave(
  { store }: TestStore,
  ids: readonly number[],
  earlier: readonly Plan[],
): Promise<Plan[]> {
  const [root] = await store.read((tx) => tx.roots.list())
  assert.ok(root)
  const { languageByKey } = await store.read((tx) => cachedSchemas().in(tx, root.id))
  const first = Math.max(Date.now() + lead, ...earlier.map(({ dueAt }) => dueAt + step))
  const plans: Plan[] = []
  for (const id of ids) {
    const isAll = id % 3 > 0
    const languages = isAll ? ['en', 'ja'] : ['en']
    const publishAt = Math.ceil((first + below(period)) / step) * step
    const unpublishAt = id % 2 === 0 ? publishAt + step * (1 + below(12)) : undefined
    plans.push({ id, action: 'publish', dueAt: publishAt, languages })
    if (unpublishAt !== undefined)
      plans.push({ id, action: 'unpublish', dueAt: unpublishAt, languages })
    // However long this takes, the times are in the future.
    const now = (): number => first - 1
    const context = { store, schemas: cachedSchemas(), now, databaseNow: now }
    const languageId = isAll ? null : (languageByKey.get('en')?.id ?? 0)
    const request = { rootId: root.id, actor: 'test', id, languageId, publishAt, unpublishAt }
    await scheduleItem(context, request)
  }
  return plans
}

async function auditLog(server: RunningServer, keys: Keys): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (let next: number | null = 1e15 - 1; next !== null;) {
    const path = `/audit?kind=item&limit=100&before=${next}`
    const page = (await manage(server, keys, 'GET', path)) as AuditPage
    entries.push(...page.deeds)
    next = page.next
  }
  return entries.toReversed()
}

/** The number of plans that ran, which must be due. */
async function countRun({ store }: TestStore, plans: readonly Plan[]): Promise<number> {
  const ids = plans.map(({ id }) => id)
  const pending = await store.read((tx) => tx.schedules.ofItems(ids))
  const now = Date.now()
  const keys = new Set(pending.map(({ itemId, action }) => `${action} ${itemId}`))
  const run = plans.filter(({ id, action }) => !keys.has(`${action} ${id}`))
  assert.deepEqual(
    run.filter(({ dueAt }) => dueAt > now),
    [],
    'these were early',
  )
  return run.length
}

onBothDatabases('scheduled publications', (fresh, kind) => {
  it('happen once, in order and never early despite kill -9', async () => {
    const place = await fresh()
    const keys = await prepare(place)
    const start = (): Promise<RunningServer> => startServer(placeFlags(place.address))
    const startAll = (): Promise<RunningServer[]> =>
      Promise.all(kind === 'sqlite' ? [start()] : [start(), start()])
    let nodes = [await start()]
    const [first] = nodes
    assert.ok(first)
    const ids = await createItems(first, keys)
    const plans: Plan[] = []
    let kills = 0
    const killAndStart = async (index: number): Promise<void> => {
      assert.equal(await nodes[index]?.end('SIGKILL'), 'SIGKILL')
      nodes[index] = await start()
    }
    for (let wave = 0, run = 0; wave < waves; wave++) {
      for (const node of nodes) assert.equal(await node.end('SIGKILL'), 'SIGKILL')
      const own = ids.slice(wave * itemsInWave, (wave + 1) * itemsInWave)
      plans.push(...(await scheduleWave(place, own, plans)))
      nodes = await startAll()
      while (run < plans.length) {
        const next = Math.min(run + 1 + below(10), plans.length)
        await eventually(async () => (run = await countRun(place, plans)) >= next)
        const killed = nodes
          .keys()
          .filter((index) => index === kills % nodes.length || below(3) === 0)
        await Promise.all([...killed].map(killAndStart))
        kills++
      }
    }
    for (const node of nodes) await check(node, keys, plans)
    for (const node of nodes) assert.equal(await node.end('SIGTERM'), 0)
  })
})

/** The audit log and what readers see are those of a server that was never killed. */
async function check(server: RunningServer, keys: Keys, plans: readonly Plan[]): Promise<void> {
  const expected = plans.toSorted(order)
  const happened = (await auditLog(server, keys)).filter(({ action }) => action.includes('publish'))
  assert.deepEqual(
    happened.map(
      ({ subjectId, action, languages }) => `${action} ${subjectId} ${languages.join()}`,
    ),
    expected.map(textOf),
  )
  for (const [index, { dueAt }] of expected.entries()) {
    const at = Date.parse(happened[index]?.at ?? '')
    assert.ok(at >= dueAt, `entry ${index} was early: ${at} is before ${dueAt}`)
  }
  const last = new Map(expected.map((plan) => [plan.id, plan]))
  for (const { id, action, languages } of last.values()) {
    for (const lang of ['en', 'ja']) {
      const url = `${server.baseUrl}/contents/${id}?lang=${lang}`
      const { status } = await callAt(url, 'GET', { key: keys.reader })
      const isPublic = action === 'publish' && languages.includes(lang)
      assert.equal(status, isPublic ? 200 : 404, `item ${id} in ${lang}`)
    }
  }
}
