/** Types that openapi-typescript generates from the document accept valid calls and reject others. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { compile } from '../testing/compile.ts'
import { sampleRoot } from '../testing/sample-root.ts'
import { writeRoot } from '../testing/write-root.ts'
import { openapiOf } from './openapi.ts'

const use = `
import type { components, paths } from './types.ts'

type Page = paths['/contents']['get']['responses'][200]['content']['application/json']
type Article = components['schemas']['item.article']

export function titles(page: Page): (string | null | undefined)[] {
  return page.data.map((item) => ('title' in item ? item.title : null))
}

export const body: components['schemas']['data.article'] = {
  fields: { title: 'x', kind: 'news', author: 1, blocks: [{ luid: 'quote', fields: { words: 'x' } }] },
  'fields[ja]': { title: 'x' },
}

export const query: paths['/contents']['get']['parameters']['query'] = {
  model: ['article'],
  depth: 2,
  'title[eq]': 'x',
  'seo.meta_title[in]': ['a', 'b'],
  'author.name[eq]': 'Ada',
  'author._id[in]': ['1', '2'],
}

// @ts-expect-error: there is no such option
export const kind: Article['kind'] = 'novel'
// @ts-expect-error: the same in every language
export const slug: components['schemas']['translation.article'] = { slug: 'x' }
// @ts-expect-error: there is no such filter
export const filter: paths['/contents']['get']['parameters']['query'] = { 'body[eq]': 'x' }
// @ts-expect-error: nor through a reference
export const far: paths['/contents']['get']['parameters']['query'] = { 'author.nope[eq]': 'x' }
`

for (const root of [writeRoot, sampleRoot]) {
  it(`is generated for a space with ${root.spaces.length} spaces`, async () => {
    const document: unknown = openapiOf(indexSchema(root), {
      baseUrl: 'http://x/v1',
      spaceIds: null,
    })
    const types = astToString(await openapiTypes(document as OpenAPI3, { silent: true }))
    assert.equal(await compile({ 'types.ts': types, 'use.ts': use }), '')
  })
}
