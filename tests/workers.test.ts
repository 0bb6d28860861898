/** Several processes on one machine and one database behave as one. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { callAt } from '../packages/server/src/testing/app-factory.ts'
import { eventually } from '../packages/server/src/testing/eventually.ts'
import {
  endServers,
  makeKey,
  placeFlags,
  printedBy,
  startServer,
} from '../packages/server/src/testing/octavo.ts'
import { onBothDatabases } from '../packages/server/src/testing/stores.ts'

const schema = {
  languages: ['en'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}
/** A connection for each request, so that every worker has its turn. */
const alone = { connection: 'close' }

after(endServers)

onBothDatabases('workers', (fresh) => {
  it('share limits, and forget together what changed, whoever changed it', async () => {
    const { address } = await fresh()
    const place = placeFlags(address)
    const file = join(address.dataFolder, 'schema.json')
    await writeFile(file, JSON.stringify(schema))
    await printedBy(['schema', 'apply', file, ...place])
    const server = await startServer(['--workers', '2', ...place])
    const limited = await makeKey({ reads: 'draft', readLimit: 10 }, place)
    const writer = await makeKey({ reads: 'draft', writes: true }, place)
    const reader = await makeKey({ reads: 'published' }, place)
    const read = (path: string, by: string) =>
      callAt(server.baseUrl + path, 'GET', { key: by, headers: alone })

    const statuses: number[] = []
    for (let n = 0; n < 14; n++) statuses.push((await read('/contents', limited)).status)
    assert.equal(statuses.filter((status) => status === 200).length, 10)

    const sendTo = (path: string, method: string, title: string) =>
      callAt(server.baseUrl + path, method, {
        key: writer,
        body: { fields: { title } },
        headers: alone,
      })
    const made = await sendTo('/contents?model=note&published=true', 'POST', 'made')
    const { id } = made.json as { id: number }
    const path = `/contents/${id}`
    const readMany = () => Promise.all(Array.from({ length: 12 }, () => read(path, reader)))
    for (let n = 0; n < 5; n++) {
      await readMany()
      assert.ok((await readMany()).some(({ headers }) => headers.get('x-cache') === 'HIT'))
      await sendTo(`${path}?model=note&published=true`, 'PATCH', `change ${n}`)
      await eventually(
        async () => (await readMany()).every(({ text }) => text.includes(`change ${n}`)),
        { seconds: 1 },
      )
    }
    await readMany()
    await printedBy(['content', 'unpublish', String(id), ...place])
    await eventually(async () => (await readMany()).every(({ status }) => status === 404), {
      seconds: 1,
    })
    assert.equal(await server.end('SIGTERM'), 0)
  })
})
