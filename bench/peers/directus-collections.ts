/** The collections in the format of Directus' API. */
const key = {
  field: 'id',
  type: 'integer',
  meta: { hidden: true },
  schema: { is_primary_key: true, has_auto_increment: true },
}

const named = { field: 'name', type: 'string', meta: {}, schema: { is_nullable: false } }

interface Column {
  readonly special?: readonly string[]
  readonly schema?: Readonly<Record<string, boolean>>
}

function field(name: string, type: string, { special = [], schema = {} }: Column = {}) {
  return { field: name, type, meta: { special }, schema }
}

const isIndexed = { is_indexed: true }

export const collections = [
  { collection: 'authors', meta: {}, schema: {}, fields: [key, named] },
  { collection: 'categories', meta: {}, schema: {}, fields: [key, named] },
  {
    collection: 'articles',
    meta: {},
    schema: {},
    fields: [
      key,
      field('title', 'string', { schema: { is_nullable: false } }),
      field('slug', 'string', { schema: { is_unique: true } }),
      field('lead', 'text'),
      field('body', 'text'),
      field('featured', 'boolean', { special: ['cast-boolean'] }),
      field('kind', 'string', { schema: isIndexed }),
      field('tag', 'string'),
      field('starts_at', 'timestamp', { schema: isIndexed }),
      field('author', 'integer', { special: ['m2o'], schema: isIndexed }),
      field('category', 'integer', { special: ['m2o'], schema: isIndexed }),
      field('created_at', 'timestamp', { special: ['date-created'], schema: isIndexed }),
      field('updated_at', 'timestamp', { special: ['date-updated'] }),
    ],
  },
]

export const relations = [
  ['author', 'authors'],
  ['category', 'categories'],
].map(([name, related]) => ({
  collection: 'articles',
  field: name,
  related_collection: related,
  meta: {},
  schema: { on_delete: 'SET NULL' },
}))
