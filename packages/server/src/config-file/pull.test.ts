/** A schema that is pulled as TypeScript and planned again changes nothing. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import fc from 'fast-check'
import { previewSchema } from '../modeling/apply.ts'
import { pulledConfig } from '../modeling/pull.ts'
import { sourceOfValue } from '../modeling/source.ts'
import { compile } from '../testing/compile.ts'
import { createProject } from '../testing/project.ts'
import { runs } from '../testing/runs.ts'
import { startSchemaBench } from '../testing/schema-bench.ts'
import { schemaValueArbitrary } from '../testing/schema-file-arbitraries.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { loadConfig } from './load.ts'

const project = createProject()
after(project.remove)

const awkward = {
  languages: ['en', 'zh-CN'],
  spaces: [{ luid: '2nd', name: "It's \u2028 a space" }],
  fieldSets: [{ luid: 'default', fields: [{ luid: 'class', type: 'reference', models: ['new'] }] }],
  models: [
    {
      luid: 'new',
      name: '新しい "model"',
      fields: [
        { luid: '1st', type: 'text', pattern: "^\\d'\\\\n$", default: '${x}`' },
        { luid: 'to', type: 'reference', models: ['new', 'field'] },
        { luid: 'default', type: 'fieldset' },
      ],
    },
    {
      luid: 'field',
      fields: [
        { luid: 'kind', type: 'select', options: [{ value: "a'b", label: '</script>' }, 'c'] },
        { luid: 'blocks', type: 'combination', fieldSets: ['default'] },
        {
          luid: 'rows',
          type: 'repeat',
          fields: [{ luid: 'to', type: 'reference', models: ['new'] }],
        },
      ],
    },
  ],
}

/** Texts by file name. Both databases give the same ones. */
const pulled = new Map<string, string>()

onBothDatabases('schema pull', (fresh) => {
  it('gives a configuration of which the plan is empty', async () => {
    const { store } = await fresh()
    let count = 0
    await fc.assert(
      fc.asyncProperty(schemaValueArbitrary, async (value) => {
        await store.write((tx) => tx.tables.clear())
        const bench = await startSchemaBench(store)
        await bench.apply('', { source: sourceOfValue(value) })
        const name = `pulled-${store.kind}-${++count}.ts`
        const text = pulledConfig(await bench.root())
        project.write({ [name]: text })
        if (store.kind === 'sqlite') pulled.set(name, text)
        const { schema } = await loadConfig(project.path(name))
        assert.ok(schema)
        const request = { rootId: bench.rootId, source: schema, isPrune: true }
        assert.deepEqual((await previewSchema(bench.context, request)).lines, [])
      }),
      { ...runs(60), endOnFailure: true, examples: [[awkward]] },
    )
  })
})

it('the pulled configurations compile', async () => {
  assert.notEqual(pulled.size, 0)
  assert.equal(await compile(Object.fromEntries(pulled)), '')
})
