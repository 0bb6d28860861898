/** Secrets of webhooks are shown once, when they are made, and then only sent to the target. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { it } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { startApp } from '../testing/app-factory.ts'
import { eventually } from '../testing/eventually.ts'
import { placeFlags } from '../testing/octavo.ts'
import { printedBy } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { ownerOf } from '../testing/studio-caller.ts'
import { receiveWebhooks } from '../testing/webhook-receiver.ts'
import { writeRoot } from '../testing/write-root.ts'
import { startWebhooks } from './start.ts'

const allowed = new BlockList()
allowed.addSubnet('127.0.0.0', 8, 'ipv4')
const hidden = 'Bearer hidden-"value"/'

onBothDatabases('secrets of webhooks', (fresh) => {
  it('are in no response, log, audit log, backup or export', async (t) => {
    const { store, address } = await fresh()
    const { testApp: app, end } = await startApp(store)
    t.after(end)
    await app.applyTestSchema(writeRoot)
    const owner = await ownerOf(app)
    // Returns everything that it receives, as services for tests do, with the escapes of PHP.
    const receiver = await receiveWebhooks((webhook, response) => {
      response.writeHead(500).end(JSON.stringify(webhook).replaceAll('/', '\\/'))
    })
    t.after(receiver.close)
    const headers = [{ name: 'Authorization', value: hidden, isSecret: true }]
    const { json: created } = await owner.call('createWebhook', {
      body: { name: 'site', target: receiver.url, events: ['item.published'], headers },
    })
    const params = { id: created.info.id }
    const { json: rotated } = await owner.call('rotateWebhook', { params })
    const webhooks = startWebhooks({ ...app.deps, assetsUrl: '', allowed })
    const { json: tested } = await owner.call('testWebhook', { params })
    const delivery = { ...params, delivery: tested.delivery }
    const read = () => owner.call('readDelivery', { params: delivery })
    await eventually(async () => (await read()).json.attemptList.length === 1)
    await webhooks.stop()
    assert.equal(receiver.received[0]?.headers.authorization, hidden)

    const flags = placeFlags(address)
    const backup = join(address.dataFolder, 'copy.octavo')
    await printedBy(['backup', backup, ...flags])
    const details = await read()
    assert.match(details.json.attemptList[0]?.response ?? '', /"authorization":"\(secret\)"/)
    const shown = {
      details: details.text,
      list: (await owner.call('listWebhooks')).text,
      one: (await owner.call('readWebhook', { params })).text,
      change: (await owner.call('changeWebhook', { params, body: { name: 'b' } })).text,
      deliveries: (await owner.call('listDeliveries', { params })).text,
      audit: (await owner.call('listAuditEntries')).text,
      start: (await owner.call('readStart')).text,
      printedList: await printedBy(['webhook', 'list', '--json', ...flags]),
      printedLog: await printedBy(['webhook', 'deliveries', '1', '--json', ...flags]),
      schema: await printedBy(['schema', 'export', ...flags]),
      contents: await printedBy(['content', 'export', ...flags]),
      backup: zstdDecompressSync(await readFile(backup)).toString('latin1'),
      log: app.logged.join('\n'),
    }
    assert.match(shown.backup, /"name":"site"|site/)
    for (const [place, text] of Object.entries(shown)) {
      for (const secret of [created.secret, rotated.secret, hidden]) {
        const key = secret.replace(/^(?:whsec_|Bearer )/, '')
        const quoted = JSON.stringify(key).slice(1, -1)
        for (const form of [key, quoted, quoted.replaceAll('/', '\\/')]) {
          assert.ok(!text.includes(form), `${place} has ${secret}`)
        }
      }
    }
  })
})
