/** Request bodies that must be rejected, for the schema of write-root.ts. */

export interface RefusedRequest {
  what: string
  /** Items 1 (author) and 2 (published article in tokyo) and media 1 exist. */
  request: readonly [method: string, path: string, body?: unknown]
  /** The name of a key of the test; `none` for no key. */
  key?: string
  headers?: Record<string, string>
  status: number
  /** The paths of the problems. */
  paths?: string[]
}

export const fields = { title: 'Sea' }
export const post = '/contents?model=article'

export const refusedBodies: RefusedRequest[] = [
  { what: 'no body', request: ['POST', post], status: 400 },
  { what: 'malformed JSON', request: ['POST', post, '{"fields":'], status: 400 },
  { what: 'a list', request: ['POST', post, '[]'], status: 400 },
  { what: 'null', request: ['POST', post, 'null'], status: 400 },
  { what: 'an empty object', request: ['POST', post, {}], status: 400, paths: ['fields'] },
  {
    what: 'fields that are not an object',
    request: ['POST', post, { fields: [] }],
    status: 400,
    paths: ['fields'],
  },
  {
    what: 'no main language',
    request: ['POST', post, { 'fields[ja]': fields }],
    status: 400,
    paths: ['fields'],
  },
  {
    what: 'the main language twice',
    request: ['POST', post, { fields, 'fields[en]': fields }],
    status: 400,
    paths: ['fields[en]'],
  },
  {
    what: 'an unknown language, and an unknown name',
    request: ['POST', post, { fields, 'fields[fr]': fields, title: 'x' }],
    status: 400,
    paths: ['fields[fr]', 'title'],
  },
  {
    what: 'a field that is not translatable',
    request: ['POST', post, { fields, 'fields[ja]': { slug: 'sea', seo: { no_index: true } } }],
    status: 400,
    paths: ['fields[ja].slug', 'fields[ja].seo.no_index'],
  },
  {
    what: 'wrong values of every type',
    request: [
      'POST',
      post,
      {
        fields: {
          title: 1,
          lead: [],
          body: {},
          featured: 'true',
          kind: 'novel',
          tags: ['sea'],
          starts_at: '2026-01-01',
          cover: 99,
          author: 2,
          links: [{ label: 'a' }, { label: 2, to: 'x', no: 1 }],
          blocks: [
            { luid: 'quote', fields: { sources: [{ page: 98 }, { name: 3 }] } },
            { luid: 'no' },
          ],
          seo: { meta_title: false },
          constructor: 1,
          _status: 'published',
        },
      },
    ],
    status: 400,
    paths: [
      'fields.constructor',
      'fields._status',
      'fields.title',
      'fields.lead',
      'fields.body',
      'fields.featured',
      'fields.kind',
      'fields.tags',
      'fields.starts_at',
      'fields.links[1].no',
      'fields.links[1].label',
      'fields.links[1].to',
      'fields.blocks[0].fields.sources[1].name',
      'fields.blocks[1].luid',
      'fields.seo.meta_title',
      'fields.author',
      'fields.blocks[0].fields.sources[0].page',
      'fields.cover',
    ],
  },
  {
    what: 'a time with a space instead of a plus, which is valid only in a URL',
    request: [
      'POST',
      '/contents?model=article',
      { fields: { starts_at: '2026-11-14T09:00:00 09:00' } },
    ],
    status: 400,
    paths: ['fields.starts_at'],
  },
  {
    what: 'violated publication rules in two languages',
    request: [
      'POST',
      `${post}&published=true`,
      {
        fields: { slug: 'NO', seo: { meta_title: 'much too long' } },
        'fields[ja]': { title: 'x'.repeat(21) },
      },
    ],
    status: 400,
    paths: ['fields.title', 'fields.slug', 'fields.seo.meta_title', 'fields[ja].title'],
  },
  {
    what: 'a missing field whose name is a prefix of another',
    request: ['POST', `${post}&published=true`, { fields: { title_2: 1 } }],
    status: 400,
    paths: ['fields.title_2', 'fields.title'],
  },
  {
    what: 'a wrong value and a violated rule of the main language, given by its key',
    request: [
      'POST',
      `${post}&published=true`,
      { 'fields[en]': { title: 1, slug: 'NO' }, 'fields[ja]': {} },
    ],
    status: 400,
    paths: ['fields[en].title', 'fields[en].slug', 'fields[ja].title'],
  },
  {
    what: 'a value that is not an object, without its missing fields',
    request: ['POST', `${post}&published=true`, { fields: 'Sea', 'fields[ja]': {} }],
    status: 400,
    paths: ['fields', 'fields[ja].title'],
  },
  {
    what: 'violated rules of other languages and a missing main language',
    request: ['POST', `${post}&published=true`, { 'fields[ja]': {} }],
    status: 400,
    paths: ['fields', 'fields[ja].title'],
  },
  {
    what: 'a violated rule after invalid entries, with its own path',
    request: [
      'POST',
      `${post}&published=true`,
      {
        fields: {
          title: 'x',
          blocks: [{ luid: 'no' }, 1, { luid: 'seo', fields: { meta_title: 'much too long' } }],
        },
      },
    ],
    status: 400,
    paths: ['fields.blocks[0].luid', 'fields.blocks[1]', 'fields.blocks[2].fields.meta_title'],
  },
  {
    what: 'a unique value that already exists',
    request: [
      'POST',
      `${post}&space=tokyo&published=true`,
      { fields: { title: 'x', slug: 'bay' } },
    ],
    status: 400,
    paths: ['fields.slug'],
  },
]
