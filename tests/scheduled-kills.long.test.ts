/** Schedules run exactly once, in order and never early while nodes are killed at random moments. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import type { AuditEntry, AuditPage } from '@octavo/schema/admin/audit.ts'
import { callAt } from '../packages/server/src/testing/app-factory.ts'
import { eventually } from '../packages/server/src/testing/eventually.ts'
import {
  endServers,
  placeFlags,
  startServer,
  type RunningServer,
} from '../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy } from '../packages/server/src/testing/run-here.ts'
import { onBothDatabases, type TestStore } from '../packages/server/src/testing/stores.ts'

const items = 40
/** When the first schedules are due, and the time in which all others are, in milliseconds. */
const lead = 3_000
const period = 10_000

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

/** Creates an item and schedules it. Rounded times make many items due at the same time. */
async function schedule(server: RunningServer, keys: Keys, index: number): Promise<Plan[]> {
  const url = `${server.baseUrl}/contents?model=note&published=false`
  const title = `note ${index}`
  const body = { fields: { title }, 'fields[ja]': { title } }
  const created = await callAt(url, 'POST', { key: keys.writer, body })
  const { id } = created.json as { id: number }
  const isAll = index % 3 > 0
  const languages = isAll ? ['en', 'ja'] : ['en']
  const dueAt = Math.ceil((Date.now() + lead + below(period)) / 250) * 250
  const plans: Plan[] = [{ id, action: 'publish', dueAt, languages }]
  if (index % 2 === 0) {
    plans.push({ id, action: 'unpublish', dueAt: dueAt + 250 * (1 + below(12)), languages })
  }
  const times: Record<string, string> = {}
  for (const plan of plans) times[`${plan.action}At`] = new Date(plan.dueAt).toISOString()
  await manage(server, keys, 'POST', `/contents/${id}/schedule`, {
    language: isAll ? null : 'en',
    ...times,
  })
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
  it('happen once, in order and never early despite kill -9', { timeout: 120_000 }, async () => {
    const place = await fresh()
    const keys = await prepare(place)
    const start = (): Promise<RunningServer> => startServer(placeFlags(place.address))
    const nodes = await Promise.all(kind === 'sqlite' ? [start()] : [start(), start()])
    const plans: Plan[] = []
    for (let index = 0; index < items; index++) {
      const node = nodes[index % nodes.length]
      assert.ok(node)
      plans.push(...(await schedule(node, keys, index)))
    }
    let kills = 0
    for (let run = 0; run < plans.length;) {
      const next = Math.min(run + 1 + below(10), plans.length)
      await eventually(async () => (run = await countRun(place, plans)) >= next)
      const killed = nodes
        .keys()
        .filter((index) => index === kills % nodes.length || below(3) === 0)
      await Promise.all(
        [...killed].map(async (index) => {
          assert.equal(await nodes[index]?.end('SIGKILL'), 'SIGKILL')
          nodes[index] = await start()
        }),
      )
      kills++
    }
    assert.ok(kills >= 3, 'too few kills')
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
