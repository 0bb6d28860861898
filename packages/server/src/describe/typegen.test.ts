import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { compile } from '../testing/compile.ts'
import { rootDefinitionArbitrary } from '../testing/definition-arbitraries.ts'
import { optionsOf, sampleField, sampleRoot } from '../testing/sample-root.ts'
import { typeNames } from './type-names.ts'
import { typesOf } from './typegen.ts'

const hostile = `it's */ "odd" \\ \`\${x}\`\n\u2028 // */`

const oddRoot: RootDefinition = {
  ...sampleRoot,
  name: hostile,
  models: [
    ...sampleRoot.models,
    {
      id: 31,
      luid: 'schema',
      name: hostile,
      titleFieldId: null,
      fields: [
        sampleField('select', 1001, 'constructor', {
          name: hostile,
          options: optionsOf(hostile, 'b'),
        }),
        sampleField('text', 1002, '0', { pattern: '*/' }),
        sampleField('reference', 1003, 'nowhere', { models: [] }),
      ],
    },
    { id: 32, luid: '3d__model', name: '3D', titleFieldId: null, fields: [] },
  ],
}

it('generates types that compile, for any names', async () => {
  const roots = fc.sample(rootDefinitionArbitrary, { numRuns: 12, seed: 8 })
  const files = [oddRoot, { ...sampleRoot, models: [], fieldSets: [] }, ...roots].map(
    (root, index): [string, string] => [`space-${index}.ts`, typesOf(indexSchema(root))],
  )
  const use = files.map(
    ([name], index) => `import type { Schema as S${index} } from './${name}'
export const page${index} = await createClient<S${index}>({ url: '', key: '' }).list({ depth: 3 })`,
  )
  const text = `import { createClient } from '@octavo/client'
${use.join('\n')}
// @ts-expect-error: there is no such model
await createClient<S0>({ url: '', key: '' }).list({ model: 'nope' })
`
  assert.equal(await compile({ ...Object.fromEntries(files), 'use.ts': text }), '')
})

it('allows omitting a field with the name of an Object property', async () => {
  const text = `import { createClient } from '@octavo/client'
import type { Schema } from './space.ts'
const client = createClient<Schema>({ url: '', key: '' })
await client.list({ where: { _id: { eq: 1 } }, select: { _id: true }, formats: {} })
await client.list({ model: 'schema', where: { constructor: { eq: 'b' } }, select: { constructor: true } })
await client.create({ model: 'schema', fields: { '0': 'x' }, translations: { ja: { '0': 'x' } } })
await client.create({ model: 'schema', fields: { constructor: 'b' } })
// @ts-expect-error: there is no such option
await client.create({ model: 'schema', fields: { constructor: 'c' } })
// @ts-expect-error: there is no such option
await client.list({ model: 'schema', where: { constructor: { eq: 'c' } } })
`
  const files = { 'space.ts': typesOf(indexSchema(oddRoot)), 'use.ts': text }
  assert.equal(await compile(files), '')
})

it('generates the same text for the same schema', () => {
  const again = indexSchema(structuredClone(oddRoot))
  assert.equal(typesOf(indexSchema(oddRoot)), typesOf(again))
})

it('documents fields', () => {
  const types = typesOf(indexSchema(sampleRoot))
  assert.match(types, /\/\*\* At most 10 characters\. \*\/\n {6}lead: \{ type: 'multiline' \}/)
  assert.match(types, /kind: \{ type: 'select'; options: 'news' \| 'essay' \}/)
  assert.match(types, /export type Article<D extends Depth = 1> = Item<Schema, 'article', D>/)
})

it('names each type once', () => {
  const luids = ['blog_post', 'blog__post', 'blogpost', 'schema', 'item', '3d', 'a_2']
  assert.deepEqual(typeNames(luids), [
    'BlogPost',
    'BlogPost_2',
    'Blogpost',
    'Schema_2',
    'Item_2',
    '_3d',
    'A2',
  ])
})
