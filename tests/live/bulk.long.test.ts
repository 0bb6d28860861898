/** Bulk changes reach streams as a few events with the tags of many items. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { scopeOf } from '@octavo/schema/schema.ts'
import { changeState } from '../../packages/server/src/content/state.ts'
import { testApps } from '../../packages/server/src/testing/app-factory.ts'
import { openChanges, type SentEvent } from '../../packages/server/src/testing/change-stream.ts'
import { writeRoot } from '../../packages/server/src/testing/write-root.ts'
import { importContent } from '../../packages/server/src/transfer/import.ts'

const ids = Array.from({ length: 1_000 }, (_, index) => index + 1)
const folder = mkdtempSync(join(tmpdir(), 'octavo-bulk-'))
const path = join(folder, 'items.ndjson')
const lines = ids.map((id) => {
  const fields = { name: `author ${id}` }
  return JSON.stringify({ model: 'author', id, published: true, fields, 'fields[ja]': fields })
})
writeFileSync(path, `${lines.join('\n')}\n`)
after(() => rmSync(folder, { recursive: true, force: true }))

testApps('a bulk change', (freshApp) => {
  it('of 1,000 items in two languages is eight events for streams, none of which is lost', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey({ reads: 'published', writesContents: false })
    const open = (lastEventId?: string) => openChanges(app.addresses.api, key, { lastEventId })
    const stream = await open()
    const changed = async (): Promise<SentEvent[]> => {
      const seen = new Set<string>()
      return stream.until(({ data: { data } }) => {
        for (const id of idsIn(data)) seen.add(`${id} ${data.lang}`)
        return seen.size === 2 * ids.length
      })
    }
    const { imported } = await importContent(app.deps, {
      rootId: 1,
      actor: 'test',
      path,
      fromLine: 1,
      continues: false,
      keepsMissing: false,
      keepsInvalid: false,
      onBadLine: (line, problems) => assert.fail(`${line}: ${JSON.stringify(problems)}`),
    })
    assert.equal(imported, ids.length)
    const created = await changed()
    check(created, 'item.published')
    const action = 'unpublish'
    await changeState(app.deps, { rootId: 1, actor: 'test', ids, action, languageId: null })
    check(await changed(), 'item.unpublished')
    stream.stop()
    const resumed = await open(created[2]?.id)
    const rest: SentEvent[] = []
    for (let count = 3; count < created.length; count++) rest.push(await nextOf(resumed))
    assert.deepEqual(
      rest.map(({ data }) => data),
      created.slice(3).map(({ data }) => data),
    )
    resumed.stop()
  })
})

async function nextOf(stream: Awaited<ReturnType<typeof openChanges>>): Promise<SentEvent> {
  const event = await stream.next()
  assert.ok(event)
  return event
}

/** The items of an event, by their tags in its language. */
function idsIn({ lang, tags }: SentEvent['data']['data']): number[] {
  const start = `e${scopeOf(lang === 'en' ? 1 : 2, 'published')}.`
  return tags.flatMap((tag) => (tag.startsWith(start) ? [Number(tag.slice(start.length))] : []))
}

/** Each item and language is in exactly one event. */
function check(events: readonly SentEvent[], type: string): void {
  assert.equal(events.length, 8)
  for (const { event, data } of events) {
    assert.deepEqual([event, data.data.id, data.data.model], [type, null, 'author'])
  }
  for (const lang of ['en', 'ja']) {
    const own = events.filter(({ data }) => data.data.lang === lang)
    const found = own.flatMap(({ data }) => idsIn(data.data))
    assert.deepEqual(
      found.toSorted((a, b) => a - b),
      ids,
    )
  }
}
