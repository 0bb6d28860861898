/** Webhooks while nodes and the receiver are killed: nothing is lost, invented or out of order. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { freePort } from '../cli/free-port.ts'
import { eventually } from '../testing/eventually.ts'
import { endServers, placeFlags, startServer, type RunningServer } from '../testing/octavo.ts'
import { makeKey, printedBy } from '../testing/run-here.ts'
import { scaled } from '../testing/runs.ts'
import { onBothDatabases, type TestStore } from '../testing/stores.ts'

/** 500 in long runs, and 2,000 with `OCTAVO_TEST_RUNS=16`, which takes several minutes. */
const changes = scaled(125)
const clients = 4
/** Something is killed after this many changes, on average. */
const killEvery = Math.ceil(changes / 12)

const receiverFile = fileURLToPath(new URL('../testing/webhook-log.ts', import.meta.url))
const schema = {
  languages: ['en', 'ja'],
  models: [
    {
      luid: 'note',
      fields: [
        { luid: 'title', type: 'text', required: true },
        { luid: 'slug', type: 'text', unique: true, translatable: false },
      ],
    },
  ],
}
const events = 'item.published,item.unpublished,item.deleted'

const receivers = new Set<ChildProcess>()
after(async () => {
  for (const receiver of receivers) receiver.kill('SIGKILL')
  await endServers()
})

interface Body {
  type: string
  sequence: number
  data: { id: number; lang: string }
}

async function startReceiver(port: number, file: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [receiverFile, String(port), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  receivers.add(child)
  assert.ok(child.stdout)
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  receivers.delete(child)
}

onBothDatabases('webhooks', (fresh) => {
  for (const nodes of [1, 2]) {
    it(`arrive although ${nodes === 1 ? 'the node' : 'two nodes'} and the receiver are killed`, () =>
      fresh().then((place) => run(place, nodes)))
  }
})

async function run({ store, address }: TestStore, count: number): Promise<void> {
  const flags = placeFlags(address)
  const environment = { OCTAVO_WEBHOOK_ALLOW: '127.0.0.0/8' }
  const schemaFile = join(address.dataFolder, 'schema.json')
  const logFile = join(address.dataFolder, 'received.ndjson')
  await writeFile(schemaFile, JSON.stringify(schema))
  await printedBy(['schema', 'apply', schemaFile, ...flags])
  const key = await makeKey({ reads: 'draft', writes: true }, flags)
  const port = await freePort()
  const target = `http://127.0.0.1:${port}/`
  const settings = ['--name', 'log', '--target', target, '--events', events]
  const hook = JSON.parse(await printedBy(['webhook', 'create', ...settings, ...flags])) as {
    id: number
    secret: string
  }
  let receiver = await startReceiver(port, logFile)
  const startNode = (): Promise<RunningServer> => startServer(flags, environment)
  const nodes = await Promise.all(Array.from({ length: count }, startNode))

  let done = 0
  let nextKill = killEvery
  let killing: Promise<void> | undefined
  async function killOne(): Promise<void> {
    const index = Math.floor(Math.random() * (count + 1))
    const node = nodes[index]
    if (node) {
      await node.end('SIGKILL')
      nodes[index] = await startNode()
    } else {
      await kill(receiver)
      receiver = await startReceiver(port, logFile)
    }
    killing = undefined
  }

  /** Undefined if the node was killed meanwhile. */
  async function send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; id: number } | undefined> {
    const node = nodes[Math.floor(Math.random() * count)]
    try {
      const response = await fetch(`${node?.baseUrl}${path}`, {
        method,
        headers: { 'X-SERVICE-API-KEY': key, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const { id } = (await response.json()) as { id: number }
      return { status: response.status, id }
    } catch {
      await killing
      return undefined
    }
  }

  async function write(client: number): Promise<void> {
    const own: number[] = []
    for (let number = 0; done < changes; number++) {
      const title = `${client} ${number}`
      const fields = { fields: { title }, 'fields[ja]': { title } }
      const id = own.length > 5 ? own[number % own.length] : undefined
      if (number % 10 === 0) {
        // Rejected, so that nothing of it may be sent.
        const bad = { fields: { title: `rejected ${title}` }, 'fields[ja]': { title: null } }
        const refused = await send('POST', '/contents?model=note&published=true', bad)
        assert.ok(refused === undefined || refused.status === 400)
      }
      const isDeleted = id !== undefined && number % 17 === 0
      const query = '?model=note&published=true'
      const [method, path] =
        id === undefined ? ['POST', `/contents${query}`] : ['PUT', `/contents/${id}${query}`]
      const sent = isDeleted
        ? await send('DELETE', `/contents/${id}`)
        : await send(method, path, fields)
      if (isDeleted) own.splice(own.indexOf(id), 1)
      if (sent?.status !== 200) continue
      if (id === undefined) own.push(sent.id)
      done++
      if (done >= nextKill && !killing) {
        nextKill = done + Math.ceil(Math.random() * 2 * killEvery)
        killing = killOne()
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  await killing

  /** The sequence of each event, by the change log: every event of every committed change was recorded. */
  let logged = 0
  for (let seq = 0; ;) {
    const page = await store.read((tx) => tx.changes.after(seq, 1_000))
    for (const { kind, events: meant } of page) if (kind === 'item') logged += meant.length
    if (page.length === 0) break
    seq = page.at(-1)?.seq ?? seq
  }
  const isDelivered = async (): Promise<boolean> => {
    const states = ['pending', 'failed', 'stopped'] as const
    const filter = { webhookId: hook.id, states }
    const [open, unassigned] = await store.read(async (tx) => [
      await tx.webhooks.deliveries(filter, 1),
      await tx.webhooks.unassigned(1),
    ])
    return open.length + unassigned.length === 0
  }
  await eventually(isDelivered, { seconds: 240 })
  const lines = (await readFile(logFile, 'utf8')).trim().split('\n')
  const webhook = new Webhook(hook.secret)
  const received = lines.map((line) => {
    const { headers, text } = JSON.parse(line) as { headers: Record<string, string>; text: string }
    // The time is not checked here: the test may take longer than the tolerance.
    const timestamp = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signature = webhook.sign(headers['webhook-id'] ?? '', timestamp, text)
    assert.equal(headers['webhook-signature'], signature)
    return JSON.parse(text) as Body
  })
  assert.equal(new Set(received.map(({ sequence }) => sequence)).size, logged)
  assert.ok(!lines.some((line) => line.includes('rejected')))
  await assertFirstAttemptsInOrder(store, hook.id)
  for (const node of nodes) await node.end('SIGTERM')
  await kill(receiver)
}

async function assertFirstAttemptsInOrder(
  store: TestStore['store'],
  webhookId: number,
): Promise<void> {
  const lastOf = new Map<string, number>()
  const all = await store.read((tx) => tx.webhooks.deliveries({ webhookId }, 100_000))
  assert.ok(all.length >= changes)
  for (const delivery of all.toReversed()) {
    const [first] = await store.read((tx) => tx.webhooks.attempts(delivery))
    assert.ok(first)
    const { subject } = delivery
    assert.ok(first.at >= (lastOf.get(subject) ?? 0), `${subject}: ${first.at}`)
    lastOf.set(subject, first.at)
  }
}
