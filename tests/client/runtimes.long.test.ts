/** The built client on the supported runtimes; browser.test.ts has the browser. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { buildClient } from '../../packages/client/scripts/build-client.ts'
import { onServers, type Bench } from './bench.ts'
import { installRuntimes, isWithoutRuntimes, programIn } from './runtimes/binaries.ts'
import { followed } from './runtimes/followed.ts'

const expected = {
  created: ['港', true, 'en'],
  patched: { title: '港', lead: 'Boats' },
  found: [1, true],
  lost: [412, 'Precondition Failed'],
  cover: [true, 'Harbour', true],
  uploads: ['港.txt', 'b.txt', 'c.txt'],
  progress: [true, { sent: 300_000, total: 300_000 }],
  pages: true,
  gone: 404,
  refused: [400, 'BadRequest', ['fields.nope']],
  limited: [429, 'Too Many Requests', true],
  waited: [0, true],
  unanswered: [0, 'Network', []],
  ended: ['enough', 'at once', 'while waiting'],
  followed,
}

const modules = mkdtempSync(join(tmpdir(), 'octavo-runtimes-'))

/** Programs, their arguments, and the name that each reports, with only the permissions for the tour. */
const commands: Record<string, [program: string, args: string[], name: string]> = {
  Node: [process.execPath, ['run.js'], 'Node.js'],
  Bun: [programIn(modules, 'bun'), ['run', '--no-install', 'run.js'], 'Bun'],
  Deno: [
    programIn(modules, 'deno'),
    ['run', '--no-remote', '--allow-net=127.0.0.1', 'run.js'],
    'Deno',
  ],
  'an edge runtime': [
    programIn(modules, 'workerd'),
    ['test', 'worker.capnp'],
    'Cloudflare-Workers',
  ],
}

const print = 'console.log(`saw ${JSON.stringify(await tour(built, place))}`)'

function writeModules(place: object): void {
  const start = `import * as built from './index.js'
import { tour } from './tour.js'
const place = ${JSON.stringify(place)}
`
  writeFileSync(join(modules, 'run.js'), `${start}${print}\n`)
  const worker = `${start}export default { async test() { ${print} } }\n`
  writeFileSync(join(modules, 'worker.js'), worker)
  const files = ['worker.js', 'tour.js', ...globSync('{*,types/*}.js', { cwd: modules })]
  const embedded = [...new Set(files)]
    .filter((name) => name !== 'run.js')
    .map((name) => `(name = "${name}", esModule = embed "${name}")`)
  writeFileSync(join(modules, 'worker.capnp'), configOf(embedded))
}

/** The worker can reach only the loopback address. */
function configOf(embedded: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "main", worker = (
    compatibilityDate = "2026-10-01",
    modules = [${embedded.join(', ')}],
    globalOutbound = "loopback",
  )),
  (name = "loopback", network = (allow = ["local"])),
]);
`
}

/** A server that responds with 429 to every other request, and with an empty list to the rest. */
async function busyServer(): Promise<Server> {
  let isBusy = true
  const server = createServer((_, response) => {
    const json = { 'content-type': 'application/json' }
    if (isBusy) response.writeHead(429, { ...json, 'retry-after': '1' }).end('{}')
    else response.writeHead(200, json).end('{"total":0,"offset":0,"limit":100,"data":[]}')
    isBusy = !isBusy
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('the client', { skip: isWithoutRuntimes }, () => {
  let busy: Server

  before(
    async () => {
      buildClient(modules)
      await installRuntimes(modules)
      for (const name of ['tour.js', 'follow.js']) {
        cpSync(join(import.meta.dirname, 'runtimes', name), join(modules, name))
      }
      busy = await busyServer()
    },
    { timeout: 240_000 },
  )
  after(() => {
    busy?.closeAllConnections()
    busy?.close()
    rmSync(modules, { recursive: true, force: true, maxRetries: 5 })
  })

  onServers('returns the same results', (fresh) => {
    let bench: Bench

    before(async () => {
      bench = await fresh()
    })

    for (const [runtime, [program, args, name]] of Object.entries(commands)) {
      it(`on ${runtime}`, async () => {
        const { url, key, app } = bench
        const limitedKey = await app.createKey({ readLimit: 1 })
        const busyUrl = `http://127.0.0.1:${(busy.address() as AddressInfo).port}/v1`
        writeModules({ url, key, limitedKey, busyUrl })
        const run = promisify(execFile)(program, args, { cwd: modules, timeout: 240_000 })
        const { stdout, stderr } = await run
        const line = /^.*saw (\{.*\})$/m.exec(`${stdout}\n${stderr}`)?.[1]
        assert.ok(line, `${stdout}${stderr}`)
        assert.deepEqual(JSON.parse(line), { runtime: name, ...expected })
      })
    }
  })
})
