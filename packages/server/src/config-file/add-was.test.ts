import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsedPlace, withWas } from './add-was.ts'

/** `⌖` is where the call of the builder begins. */
const edits: [what: string, before: string, after: string | undefined, staleWas?: string][] = [
  ['a field', "a = field.⌖text('new')", "a = field.text('new', { was: 'old' })"],
  ['settings', "⌖text('new', { max: 1 })", "text('new', { was: 'old', max: 1 })"],
  ['no space', "⌖text('new',{max: 1})", "text('new',{was: 'old', max: 1})"],
  ['no settings', "⌖text('new', {})", "text('new', {was: 'old'})"],
  [
    'several lines',
    'x\n⌖text("new", {\n  max: 1,\n})',
    'x\ntext("new", {\n  was: \'old\',\n  max: 1,\n})',
  ],
  ['a stale name', "⌖text('new', { was: 'a' })", "text('new', { was: 'old' })", 'a'],
  ['a stale name elsewhere', "⌖text('new', { max: 1, was: 'a' })", undefined, 'a'],
  ['a variable', '⌖text(name)', undefined],
  ['settings in a variable', "⌖text('new', settings)", undefined],
  ['a plain object in a repeat', "⌖repeat('links', { fields: [{ luid: 'new' }] })", undefined],
  ['a model', "⌖defineModel({ luid: 'new' })", "defineModel({ luid: 'new', was: 'old' })"],
  [
    'a model on several lines',
    "⌖defineModel({\r\n  luid: 'new',\r\n  fields: [],\r\n})",
    "defineModel({\r\n  luid: 'new',\r\n  was: 'old',\r\n  fields: [],\r\n})",
  ],
  [
    'a field set with a stale name',
    '⌖defineFieldSet({\n  luid: "new",\n  was: "a",\n})',
    'defineFieldSet({\n  luid: "new",\n  was: \'old\',\n})',
    'a',
  ],
  ['a model whose LUID is not first', "⌖defineModel({ title: 't', luid: 'new' })", undefined],
  ['a plain object', "⌖defineConfig({ models: [{ luid: 'new' }] })", undefined],
]

describe('a rename is written into', () => {
  for (const [what, marked, expected, staleWas = null] of edits) {
    it(expected === undefined ? `nothing for ${what}` : what, () => {
      const lines = marked.slice(0, marked.indexOf('⌖')).split('\n')
      const position = [lines.length, (lines.at(-1)?.length ?? 0) + 1] as const
      const edited = withWas(marked.replace('⌖', ''), position, {
        from: 'old',
        to: 'new',
        staleWas,
      })
      assert.equal(edited, expected)
    })
  }

  it('the place that a definition names', () => {
    assert.deepEqual(parsedPlace('schema/page.ts:6:11'), {
      path: 'schema/page.ts',
      position: [6, 11],
    })
    assert.equal(parsedPlace('octavo.config.ts'), undefined)
  })
})
