/** The smallest project that serves Strapi's REST API, without admin panel and drafts. */
const common = { kind: 'collectionType', options: { draftAndPublish: false } }
const text = { type: 'string' }
const longText = { type: 'text' }

const types = {
  author: {
    ...common,
    collectionName: 'authors',
    info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
    attributes: { name: { ...text, required: true } },
  },
  category: {
    ...common,
    collectionName: 'categories',
    info: { singularName: 'category', pluralName: 'categories', displayName: 'Category' },
    attributes: { name: { ...text, required: true } },
  },
  article: {
    ...common,
    collectionName: 'articles',
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    attributes: {
      title: { ...text, required: true },
      slug: { ...text, unique: true },
      lead: longText,
      body: longText,
      featured: { type: 'boolean' },
      kind: { type: 'enumeration', enum: ['news', 'essay', 'note', 'review'] },
      tag: text,
      starts_at: { type: 'datetime' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
      category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
    },
  },
}

function filesOf([name, type]: [string, object]): [string, string][] {
  const made = (factory: string): string =>
    `module.exports = require('@strapi/strapi').factories.${factory}('api::${name}.${name}')\n`
  return [
    [`src/api/${name}/content-types/${name}/schema.json`, `${JSON.stringify(type, null, 2)}\n`],
    [`src/api/${name}/controllers/${name}.js`, made('createCoreController')],
    [`src/api/${name}/routes/${name}.js`, made('createCoreRouter')],
    [`src/api/${name}/services/${name}.js`, made('createCoreService')],
  ]
}

const createTables = `const { createStrapi } = require('@strapi/strapi')

async function make() {
  const strapi = await createStrapi().load()
  const accessKey = strapi.service('admin::api-token').hash(process.env.PEER_KEY)
  const data = { name: 'bench', description: '', type: 'full-access', lifespan: null, accessKey }
  await strapi.db.query('admin::api-token').create({ data })
  await strapi.destroy()
}

make().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
`

export const strapiFiles: Record<string, string> = {
  'make-tables.js': createTables,
  'config/server.js': `module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT', 1337),
  app: { keys: [env('PEER_KEY')] },
  logger: { updates: { enabled: false }, startup: { enabled: false } },
})
`,
  'config/admin.js': `module.exports = ({ env }) => ({
  serveAdminPanel: false,
  auth: { secret: env('PEER_KEY') },
  apiToken: { salt: env('PEER_KEY') },
  transfer: { token: { salt: env('PEER_KEY') } },
  secrets: { encryptionKey: env('PEER_KEY') },
})
`,
  'config/database.js': `module.exports = ({ env }) => ({
  connection: {
    client: 'sqlite',
    connection: { filename: env('PEER_DATABASE') },
    useNullAsDefault: true,
  },
})
`,
  'config/api.js': `module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }
`,
  'config/logger.js': `module.exports = { level: 'warn' }
`,
  'config/middlewares.js': `module.exports = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
]
`,
  'src/index.js': 'module.exports = { register() {}, bootstrap() {} }\n',
  'public/uploads/.keep': '',
  ...Object.fromEntries(Object.entries(types).flatMap(filesOf)),
}
