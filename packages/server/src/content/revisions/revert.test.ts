import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '../../testing/stores.ts'
import { startSchemaBench } from '../../testing/schema-bench.ts'
import { patchItem } from '../write.ts'
import { revertItem } from './revert.ts'

const schemaWith = (type: string): string => `
languages: [en]
models:
  - luid: page
    fields:
      - {luid: title, type: text}
      - {luid: lead, type: ${type}}
`
const hour = 3_600_000

onBothDatabases('restoring one field', (fresh) => {
  it('keeps the current value if the earlier one no longer fits', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    const { context, rootId } = bench
    await bench.apply(schemaWith('text'))
    const id = await bench.create('page', { fields: { title: 'One', lead: 'words' } })
    const source = { textFormat: 'portable_html', allowsMultiselect: true } as const
    const [space] = (await bench.root()).spaces
    const place = { rootId, spaceId: space?.id ?? 0, actor: 'user:1' }
    const later = (hours: number) => ({ ...context, now: () => context.now() + hours * hour })
    const body = { fields: { lead: '12' } }
    await patchItem(later(1), { ...source, ...place, id, stage: 'draft', body })
    await bench.apply(schemaWith('number'), { isConfirmed: true })
    const fieldIds = [bench.fieldId('lead')]
    await revertItem(later(2), { ...place, id, revision: 1, fieldIds })
    assert.deepEqual(await bench.exported(id), { title: 'One', lead: 12 })
  })
})
