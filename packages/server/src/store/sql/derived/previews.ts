/** The rows of previews, in the tables of the entries. */
import { viewBits } from '@octavo/schema/schema.ts'
import type { Connection } from '../dialect.ts'
import type { DerivedEntry, Item } from '../../records.ts'
import {
  previewSlots,
  type Preview,
  type PreviewReads,
  type PreviewWrites,
} from '../../previews.ts'
import type { StoredEntry } from '../../derived.ts'
import { documentTextColumns, documentTextRows } from '../../search/document-texts.ts'
import { hidingBit, plainMask, previewScope, scopesOfPreview, showingBit } from '../preview-bits.ts'
import { recordTable } from '../record-table.ts'
import { selectColumn, selectValue } from '../rows.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { storedEntries } from './reads.ts'
import {
  documentColumns,
  documentRow,
  entryColumns,
  entryRow,
  indexKeyColumns,
  searchable,
  type NewDocument,
  type NewEntry,
} from './rows.ts'
import { removeDocuments } from './remove-documents.ts'

const previewTable = recordTable<Preview>('previews', ['slot'], {
  slot: 'integer',
  name: 'text',
  view: 'text',
  state: 'text',
  revision: 'integer',
  builtAt: 'integer',
})

interface PreviewItem {
  slot: number
  itemId: number
  stamp: string
}

const previewItemTable = recordTable<PreviewItem>('preview_items', ['slot', 'item_id'], {
  slot: 'integer',
  itemId: 'integer',
  stamp: 'text',
})

/** Rows of `plan_version`: the version, and one that processes lock while they build previews. */
const [plans, buildLock] = [1, 2]

export function previewReads(connection: Connection): PreviewReads {
  return {
    current: (name, schemaVersion) =>
      previewTable.first(
        connection,
        sql`select * from previews where name = ${name}
          and state = (select cast(value as text) from plan_version where id = ${plans})
            || ${` ${schemaVersion}`} and not exists
          (select 1 from preview_items i where i.slot = previews.slot and i.stamp = '')`,
      ),
    planVersion: async () =>
      (await selectValue<number>(
        connection,
        sql`select value from plan_version where id = ${plans}`,
      )) ?? 0,
    async lastDue(rootId, until) {
      const due = (table: string): Sql => sql`select max(due_at) as due from ${raw(table)}
        where root_id = ${rootId} and due_at <= ${until} and failed_at is null`
      const last = await selectValue<number | null>(
        connection,
        sql`select max(due) from (${due('schedules')} union all ${due('releases')}) every`,
      )
      return last ?? undefined
    },
  }
}

/** Call this with each change of a schedule or a release. */
export function bumpPlanVersion(connection: Connection): Promise<void> {
  return connection.run(sql`update plan_version set value = value + 1 where id = ${plans}`)
}

export function previewWrites(connection: Connection): PreviewWrites {
  const { dialect } = connection

  async function remove({ slot }: Preview, itemIds: readonly number[]): Promise<void> {
    if (itemIds.length === 0) return
    await removeRows(connection, itemIds, slot)
    await connection.run(
      sql`delete from preview_items where slot = ${slot} and ${dialect.isOneOf('item_id', itemIds)}`,
    )
  }

  return {
    async claim(name, view) {
      await connection.run(sql`update plan_version set value = value where id = ${buildLock}`)
      const all = await previewTable.all(connection, sql`select * from previews order by built_at`)
      const own = all.find((one) => one.name === name)
      if (own) return { preview: own, isTaken: false }
      const free = Array.from({ length: previewSlots }, (_, slot) => slot).find(
        (slot) => !all.some((one) => one.slot === slot),
      )
      const slot = free ?? all[0]?.slot ?? 0
      const preview: Preview = { slot, name, view, state: '', revision: 0, builtAt: 0 }
      await previewTable.upsert(connection, [preview])
      return { preview, isTaken: true }
    },
    async stamps(slot) {
      const rows = await previewItemTable.all(
        connection,
        sql`select * from preview_items where slot = ${slot}`,
      )
      return new Map(rows.map(({ itemId, stamp }) => [itemId, stamp]))
    },
    async save(preview, items) {
      if (items.length === 0) return
      const { slot, view } = preview
      const ids = items.map(({ item }) => item.id)
      const stored = Map.groupBy(await storedEntries(connection, ids), ({ itemId }) => itemId)
      const rows = items.map(({ item, derived }) => {
        const wanted = derived.entries.filter((entry) => entry.view === view)
        return differenceOf(item, wanted, stored.get(item.id) ?? [], view)
      })
      await hide(connection, preview, rows)
      await show(
        connection,
        preview,
        rows.flatMap(({ shown }) => shown),
      )
      const records = items.map(({ item, stamp }) => ({ slot, itemId: item.id, stamp }))
      await previewItemTable.upsert(connection, records)
    },
    remove,
    async finish(preview) {
      await recount(connection, preview)
      await previewTable.upsert(connection, [preview])
    },
  }
}

/** Counts the rows that a preview shows minus those that it hides. Its items lead to them. */
async function recount(connection: Connection, { slot, view }: Preview): Promise<void> {
  const [showing, both] = [showingBit(slot), viewBits[view] + hidingBit(slot)]
  const change = raw(`case when (e.views & ${showing}) <> 0 then 1
    when (e.views & ${both}) = ${both} then -1 else 0 end`)
  const first = previewScope(slot, 0)
  const scope = raw(`e.language_id * 2 + ${viewBits[view] - 1} + (${first})`)
  await connection.run(
    sql`delete from entry_counts where scope >= ${first} and scope < ${first + scopesOfPreview}`,
  )
  await connection.run(
    sql`insert into entry_counts (scope, model_id, space_id, language_mask, shard, value)
      select ${scope}, e.model_id, e.space_id, e.language_mask, 0, sum(${change})
      from preview_items p cross join entries e where p.slot = ${slot} and e.item_id = p.item_id
      group by 1, 2, 3, 4`,
  )
}

interface Difference {
  itemId: number
  /** Languages whose rows of the view are hidden. */
  hidden: number[]
  shown: { item: Item; entry: DerivedEntry; documentId: number | undefined }[]
}

function differenceOf(
  item: Item,
  wanted: readonly DerivedEntry[],
  stored: readonly StoredEntry[],
  view: Preview['view'],
): Difference {
  const result: Difference = { itemId: item.id, hidden: [], shown: [] }
  const ofView = stored.filter(({ scope }) => scope % 2 === viewBits[view] - 1)
  for (const { scope, digest, languageMask } of ofView) {
    const same = wanted.find((entry) => entry.scope === scope)
    const isSame = same?.document.digest === digest && same.languageMask === languageMask
    if (!isSame) result.hidden.push(Math.floor(scope / 2))
  }
  for (const entry of wanted) {
    const isStored = ofView.some(({ scope }) => scope === entry.scope)
    if (isStored && !result.hidden.includes(entry.languageId)) continue
    const documentId = stored.find(({ digest }) => digest === entry.document.digest)?.documentId
    result.shown.push({ item, entry, documentId })
  }
  return result
}

/** Items with the same languages share a statement. */
async function hide(
  connection: Connection,
  { slot, view }: Preview,
  rows: readonly Difference[],
): Promise<void> {
  const { dialect } = connection
  const groups = Map.groupBy(
    rows.filter(({ hidden }) => hidden.length > 0),
    ({ hidden }) => hidden.toSorted((a, b) => a - b).join(),
  )
  for (const group of groups.values()) {
    const ids = group.map(({ itemId }) => itemId)
    const languages = group[0]?.hidden ?? []
    for (const table of ['entries', 'index_keys']) {
      await connection.run(
        sql`update ${raw(table)} set views = views + ${raw(String(hidingBit(slot)))}
          where ${dialect.isOneOf('item_id', ids)} and ${dialect.isOneOf('language_id', languages)}
            and ${has(viewBits[view])}`,
      )
    }
  }
}

async function show(
  connection: Connection,
  { slot }: Preview,
  shown: Difference['shown'],
): Promise<void> {
  if (shown.length === 0) return
  const views = showingBit(slot)
  const documents: NewDocument[] = []
  const entries: NewEntry[] = shown.map(({ item, entry, documentId }) => {
    if (documentId !== undefined) return { item, entry, views, document: { id: documentId } }
    const { document } = entry
    const added = documents.find((one) => one.item === item && one.document === document)
    if (added) return { item, entry, views, document: added }
    const created = { item, document, id: 0 }
    documents.push(created)
    return { item, entry, views, document: created }
  })
  const ids = await connection.dialect.ids.allocate(connection, 'document', documents.length)
  documents.forEach((document, index) => (document.id = ids[index] ?? 0))
  const keys = shown.flatMap(({ item, entry }) =>
    uniqueKeys(entry).map(({ fieldId, key, restDigest }) => ({
      item_id: item.id,
      language_id: entry.languageId,
      field_id: fieldId,
      key,
      created_at: item.createdAt,
      rest_digest: restDigest,
      views,
    })),
  )
  await connection.insertRows('documents', documentColumns, documents.map(documentRow))
  await connection.insertRows('entries', entryColumns, entries.map(entryRow))
  await connection.insertRows('index_keys', indexKeyColumns, keys)
  await connection.insertRows(
    'document_texts',
    documentTextColumns,
    documents.flatMap(({ id, document }) => documentTextRows(id, document)),
  )
  if (documents.length > 0) {
    await connection.dialect.search.add(connection, documents.map(searchable))
  }
}

function uniqueKeys({ document }: DerivedEntry) {
  const byName = new Map(
    document.indexKeys.map((row) => [`${row.fieldId} ${row.restDigest} ${row.key}`, row]),
  )
  return byName.values().toArray()
}

/** Removes items from all previews before they change: their rows then show what the item is now. */
export async function clearPreviews(
  connection: Connection,
  itemIds: readonly number[],
): Promise<void> {
  await removeRows(connection, itemIds, null)
  await connection.run(
    sql`update preview_items set stamp = ''
      where ${connection.dialect.isOneOf('item_id', itemIds)}`,
  )
}

/** Ids of the items among these that a preview shows. */
export function previewedIds(
  connection: Connection,
  itemIds: readonly number[],
): Promise<number[]> {
  return selectColumn(
    connection,
    sql`select distinct item_id from preview_items
      where ${connection.dialect.isOneOf('item_id', itemIds)}`,
  )
}

/** Removes the rows and marks of one preview, or of all. */
async function removeRows(
  connection: Connection,
  itemIds: readonly number[],
  slot: number | null,
): Promise<void> {
  const { dialect } = connection
  const ofItems = dialect.isOneOf('item_id', itemIds)
  const isShowing =
    slot === null ? raw(`(views & ${plainMask}) = 0`) : raw(`views = ${showingBit(slot)}`)
  const isMarked = slot === null ? raw(`views > ${plainMask}`) : has(hidingBit(slot))
  const plain = slot === null ? raw(`views & ${plainMask}`) : raw(`views - ${hidingBit(slot)}`)
  const documents = await selectColumn<number>(
    connection,
    sql`select distinct document_id from entries where ${ofItems} and ${isShowing}`,
  )
  for (const table of ['entries', 'index_keys']) {
    await connection.run(sql`delete from ${raw(table)} where ${ofItems} and ${isShowing}`)
    await connection.run(
      sql`update ${raw(table)} set views = ${plain} where ${ofItems} and ${isMarked}`,
    )
  }
  if (documents.length === 0) return
  const used = new Set(
    await selectColumn<number>(connection, sql`select document_id from entries where ${ofItems}`),
  )
  await removeDocuments(
    connection,
    documents.filter((id) => !used.has(id)),
  )
}

function has(bit: number): Sql {
  return raw(`(views & ${bit}) <> 0`)
}
