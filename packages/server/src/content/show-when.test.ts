/** Fields that a condition hides: their rules, their values and unique values, through each write source. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { Refusal, formatProblem } from '@octavo/schema/errors.ts'
import { startSchemaBench } from '../testing/schema-bench.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { importContent } from '../transfer/import.ts'
import { changeState, duplicateItem } from './state.ts'
import { patchItem } from './write.ts'

const schema = `
languages: [en, ja]
fieldSets:
  - luid: place
    fields:
      - {luid: online, type: boolean, translatable: false}
      - {luid: hall, type: text, required: true, showWhen: {online: {eq: false}}, clearWhenHidden: true}
models:
  - luid: page
    fields:
      - {luid: title, type: text}
      - {luid: kind, type: select, options: [news, shop, none], translatable: false}
      - {luid: price, type: text, required: true, pattern: "^[0-9]+$", showWhen: {kind: {eq: shop}}}
      - {luid: code, type: text, unique: true, showWhen: {kind: {eq: shop}}}
      - luid: note
        type: text
        required: true
        showWhen: {$or: [{kind: {in: [news]}}, {"steps.done": {eq: true}}]}
        clearWhenHidden: true
      - {luid: echo, type: text, showWhen: {note: {exists: false}}, clearWhenHidden: true}
      - luid: steps
        type: repeat
        fields:
          - {luid: done, type: boolean}
          - {luid: by, type: text, required: true, showWhen: {done: {eq: true}}}
      - {luid: place, type: fieldset}
`

const hall = { place: { hall: 'H' } }

async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refusal ? error.problems.map(formatProblem).toSorted() : []
}

onBothDatabases('a field with showWhen', (fresh) => {
  async function start() {
    const { store, address } = await fresh()
    const bench = await startSchemaBench(store)
    await bench.apply(schema)
    const request = { rootId: bench.rootId, actor: 'test', textFormat: 'markdown' as const }
    const spaceId = (await bench.root()).spaces[0]?.id ?? 0
    return {
      ...bench,
      patch: (id: number, body: unknown, stage: 'draft' | 'published' = 'draft') =>
        patchItem(bench.context, {
          ...request,
          id,
          spaceId,
          stage,
          body,
          allowsMultiselect: true,
        }),
      publish: (id: number) =>
        changeState(bench.context, { ...request, ids: [id], action: 'publish', languageId: null }),
      async imports(lines: object[]): Promise<string[]> {
        const path = join(address.dataFolder, 'lines.ndjson')
        await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'))
        const problems: string[] = []
        await importContent(bench.context, {
          rootId: bench.rootId,
          actor: 'test',
          path,
          fromLine: 1,
          continues: true,
          keepsMissing: false,
          keepsInvalid: false,
          onBadLine: (line, found) =>
            void problems.push(...found.map((problem) => `${line} ${formatProblem(problem)}`)),
        })
        return problems
      },
    }
  }

  it('is checked only while it is shown, also inside entries and field sets', async () => {
    const bench = await start()
    const required = (path: string): string => `${path}: is required`
    const create = (fields: object): Promise<string[]> =>
      problemsOf(bench.create('page', { fields }, 'published'))
    assert.deepEqual(await create({ kind: 'none', price: 'many', ...hall }), [])
    assert.deepEqual(await create({ kind: 'shop' }), [
      required('fields.place.hall'),
      required('fields.price'),
    ])
    assert.deepEqual(await create({ kind: 'shop', price: 'many', place: { online: true } }), [
      'fields.price: must match the pattern ^[0-9]+$',
    ])
    assert.deepEqual(await create({ steps: [{ done: true }, { done: false }], ...hall }), [
      required('fields.note'),
      required('fields.steps[0].by'),
    ])
    const id = await bench.create('page', { fields: { kind: 'news', ...hall } })
    assert.deepEqual(await problemsOf(bench.publish(id)), [required(`item ${id}, fields.note`)])
    await bench.patch(id, { fields: { kind: 'none' } })
    assert.deepEqual(await problemsOf(bench.publish(id)), [])
  })

  it('depends on the shared values of the main language in the others', async () => {
    const bench = await start()
    const body = (kind: string) => ({ fields: { kind, price: '1', ...hall }, 'fields[ja]': {} })
    const problems = await problemsOf(bench.create('page', body('shop'), 'published'))
    assert.deepEqual(problems, [
      'fields[ja].place.hall: is required',
      'fields[ja].price: is required',
    ])
    const ja = { place: { hall: 'J' } }
    await bench.create('page', { ...body('none'), 'fields[ja]': ja }, 'published')
  })

  it('keeps its value, unless clearWhenHidden empties it when saved', async () => {
    const bench = await start()
    const texts = { price: '5', note: 'n', echo: 'e' }
    const id = await bench.create('page', {
      fields: { kind: 'none', ...texts, ...hall },
      'fields[ja]': { note: 'j' },
    })
    // `note` is hidden and emptied, so that `echo` is shown.
    const kept = { kind: 'none', price: '5', echo: 'e', ...hall }
    assert.deepEqual(await bench.exported(id), kept)
    assert.deepEqual(await bench.exported(id, 'ja'), {})
    await bench.patch(id, { fields: { kind: 'news', note: 'n' }, 'fields[ja]': { note: 'j' } })
    assert.deepEqual(await bench.exported(id), { kind: 'news', price: '5', note: 'n', ...hall })
    assert.deepEqual(await bench.exported(id, 'ja'), { note: 'j' })
    await bench.patch(id, { fields: { kind: 'shop', place: { online: true } } })
    assert.deepEqual(await bench.exported(id), {
      kind: 'shop',
      price: '5',
      place: { online: true },
    })
    assert.deepEqual(await bench.exported(id, 'ja'), {}, 'other languages share the kind')
    await bench.checkDerived()
  })

  it('is cleared in a duplicate', async () => {
    const bench = await start()
    const id = await bench.create('page', { fields: { kind: 'none', ...hall } })
    // As if the condition had been added after the value.
    await bench.change(id, (values) => ({ ...values, [bench.fieldId('note')]: 'n' }))
    const copy = await duplicateItem(bench.context, {
      rootId: bench.rootId,
      spaceId: (await bench.root()).spaces[0]?.id ?? 0,
      actor: 'test',
      id,
    })
    assert.deepEqual(await bench.exported(copy), { kind: 'none', ...hall })
    await bench.checkDerived()
  })

  it('has unique values only while it is shown', async () => {
    const bench = await start()
    const shop = { kind: 'shop', price: '1', code: 'x', ...hall }
    await bench.create('page', { fields: { ...shop, kind: 'none' } }, 'published')
    await bench.create('page', { fields: { ...shop, kind: 'none' } }, 'published')
    const first = await bench.create('page', { fields: shop }, 'published')
    const problems = await problemsOf(bench.create('page', { fields: shop }, 'published'))
    assert.deepEqual(problems, [`fields.code: must be unique; item ${first} has the same value`])
    const always = schema.replace('unique: true, showWhen: {kind: {eq: shop}}', 'unique: true')
    assert.match(
      (await problemsOf(bench.apply(always))).join(),
      /field page\.code cannot be unique/,
    )
    await bench.checkDerived()
  })

  it('is checked by the plan, and follows renames', async () => {
    const bench = await start()
    const change = (from: string, to: string): Promise<string[]> =>
      problemsOf(bench.apply(schema.replace(from, to)))
    const wrong = async (where: string): Promise<string> => {
      const [problem = ''] = await change('{note: {exists: false}}', where)
      return problem.replace(/^.*?showWhen/, 'showWhen')
    }
    assert.equal(
      await wrong('{nope: {eq: a}}'),
      'showWhen.nope: there is no field "nope" in the same item or entry',
    )
    assert.equal(await wrong('{kind: {eq: nope}}'), 'showWhen.kind.eq: has no option "nope"')
    assert.match(
      await wrong('{kind: {contains: a}}'),
      /^showWhen\.kind\.contains: has an operator .* use one of eq, ne, in, nin/,
    )
    assert.match(await wrong('{title: {eq: null}}'), /^showWhen\.title\.eq: must be a string/)
    assert.match(await wrong('{echo: {exists: true}}'), /^showWhen: depends on itself: echo → echo/)
    assert.match(await wrong('[]'), /^showWhen: must be an object, is a list/)
    assert.match(
      (
        await problemsOf(
          bench.apply(schema.replace('exists: false}}', 'exists: false}}, showWhen2: 1')),
        )
      )[0] ?? '',
      /did you mean "showWhen"/,
    )
    const cycle = schema.replace(
      '{luid: title, type: text}',
      '{luid: title, type: text, showWhen: {echo: {exists: true}}}',
    )
    const both = cycle.replace('{note: {exists: false}}', '{title: {exists: true}}')
    assert.match((await problemsOf(bench.apply(both))).join(), /echo → title → echo/)
    const pruned = schema.replace(/ {6}- \{luid: kind.*\n/, '')
    assert.match(
      (await problemsOf(bench.apply(pruned, { isPrune: true }))).join(),
      /no field "kind"/,
    )
    const renamed = schema.replace('{luid: kind,', '{luid: sort, was: kind,')
    const rename = ['→ rename field page.kind → sort']
    assert.deepEqual((await bench.apply(renamed)).lines, rename)
    assert.deepEqual((await bench.apply(renamed.replaceAll('kind: {', 'sort: {'))).lines, [])
    assert.deepEqual(
      await problemsOf(bench.create('page', { fields: { sort: 'shop' } }, 'published')),
      ['fields.place.hall: is required', 'fields.price: is required'],
    )
  })

  it('is checked and cleared by imports', async () => {
    const bench = await start()
    const fields = { kind: 'none', note: 'n', ...hall }
    const lines = [
      { model: 'page', published: true, fields },
      { model: 'page', published: true, fields: { ...fields, kind: 'shop' } },
    ]
    assert.deepEqual(await bench.imports(lines), ['2 fields.price: is required'])
    const [item] = await bench.items()
    assert.deepEqual(await bench.exported(item?.id ?? 0), { kind: 'none', ...hall })
  })
})
