/** Revisions of items. */
import { formatTime } from '@octavo/schema/times.ts'
import { namesOf } from '../admin/actors.ts'
import { itemOfRoot } from '../content/load.ts'
import { listRevisions, type Revision } from '../content/revisions/read.ts'
import { revertItem } from '../content/revisions/revert.ts'
import type { Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { unboundedParser } from '../text/text-parser.ts'
import { defineCommand, idOf, required } from './command.ts'
import { fieldIdsIn, revisionOf } from './item.ts'
import { languageIdOf } from './language.ts'
import { table } from './table.ts'

const pageSize = 1000

export const contentHistory = defineCommand({
  needsDatabase: true,
  options: {
    lang: { type: 'string', value: 'LANGUAGE', about: 'only this language (default: all)' },
    json: { type: 'boolean', about: 'print a JSON array' },
  },
  positionals: [{ name: 'ID' }],
  details:
    'Newest first. A revision is an editing session, a publication, its end, or a restored revision.',
  async run({ positionals: [typed = ''], options: { lang, json } }, context) {
    const id = idOf(typed)
    const { content, rootId } = await context.inRoot()
    const languageId = lang === undefined ? null : await languageIdOf(content.store, rootId, lang)
    const rows = await content.store.read(async (tx) => {
      const schema = await content.schemas.in(tx, rootId)
      const item = await itemOfRoot(tx, rootId, id)
      const revisions = await allRevisions(tx, item, languageId)
      const actors = revisions.map(({ actor }) => actor)
      const names = await namesOf(tx, schema, actors)
      return revisions.flatMap(({ number, kind, at, actor, languageId: own, name }) => {
        const language = schema.languageById.get(own)
        const by = names.get(actor) ?? actor
        const row = { revision: number, lang: language?.key ?? '', kind, at: formatTime(at), by }
        return language ? [{ row, name }] : []
      })
    })
    if (json) {
      context.terminal.print(
        JSON.stringify(
          rows.map(({ row }) => row),
          null,
          2,
        ),
      )
      return
    }
    const lines = rows.map(({ row: { revision, lang: key, kind, at, by }, name }) => [
      String(revision),
      key,
      kind,
      at,
      by,
      name ?? '',
    ])
    const header = ['REVISION', 'LANG', 'KIND', 'AT', 'BY', 'NAME']
    for (const line of table([header, ...lines])) context.terminal.print(line)
  },
})

export const contentRevert = defineCommand({
  needsDatabase: true,
  options: {
    revision: { type: 'string', value: 'N', about: 'number of the revision (required)' },
    lang: { type: 'string', value: 'LANGUAGE', about: 'fail if it is of another language' },
    fields: { type: 'string', value: 'A,B', about: 'restore only these fields (default: all)' },
  },
  positionals: [{ name: 'ID' }],
  details: [
    'The revision becomes the draft of its language. Published data does not change.',
    'For the numbers, run octavo content history ID.',
  ].join('\n'),
  async run(args, context) {
    const { positionals, options } = args
    const id = idOf(positionals[0] ?? '')
    const revision = revisionOf(required(args, 'revision'))
    const { content, rootId } = await context.inRoot()
    const { lang, fields } = options
    const languageId = lang === undefined ? null : await languageIdOf(content.store, rootId, lang)
    const fieldIds =
      fields !== undefined && (await fieldIdsIn(content, { rootId, id }, fields, 'current'))
    const isChanged = await revertItem(
      { ...content, texts: unboundedParser },
      {
        rootId,
        actor: 'cli',
        id,
        revision,
        ...(languageId !== null && { languageId }),
        ...(fieldIds && { fieldIds }),
      },
    )
    context.terminal.note(
      isChanged
        ? `Restored revision ${revision} as a draft.`
        : `Item ${id} already has the content of revision ${revision}.`,
    )
  },
})

async function allRevisions(
  tx: ReadTransaction,
  item: Item,
  languageId: number | null,
): Promise<Revision[]> {
  const all: Revision[] = []
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const page = await listRevisions(tx, item, {
      ...(languageId !== null && { languageId }),
      before,
      limit: pageSize,
    })
    all.push(...page)
    if (page.length < pageSize) return all
    before = page.at(-1)?.number ?? 0
  }
}
