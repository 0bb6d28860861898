/**
 * The smallest project that serves Payload's REST API: its configuration and one route of Next.
 * Fields used for filters or sorting have an index, as its guide recommends.
 */
const configuration = `import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig } from 'payload'

const name = { name: 'name', type: 'text', required: true }

export default buildConfig({
  secret: 'a secret for this comparison only',
  telemetry: false,
  graphQL: { disable: true },
  db: sqliteAdapter({ client: { url: 'file:' + process.env.PEER_DATABASE } }),
  collections: [
    { slug: 'users', auth: { useAPIKey: true }, fields: [] },
    { slug: 'authors', fields: [name] },
    { slug: 'categories', fields: [name] },
    {
      slug: 'articles',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'slug', type: 'text', unique: true },
        { name: 'lead', type: 'textarea' },
        { name: 'body', type: 'textarea' },
        { name: 'featured', type: 'checkbox' },
        { name: 'kind', type: 'select', options: ['news', 'essay', 'note', 'review'], index: true },
        { name: 'tag', type: 'text' },
        { name: 'startsAt', type: 'date', index: true },
        { name: 'author', type: 'relationship', relationTo: 'authors' },
        { name: 'category', type: 'relationship', relationTo: 'categories' },
      ],
    },
  ],
})
`

const route = `import config from '@payload-config'
import { REST_GET, REST_POST } from '@payloadcms/next/routes'

export const GET = REST_GET(config)
export const POST = REST_POST(config)
`

const createTables = `import { getPayload } from 'payload'
import config from './payload.config.js'

const payload = await getPayload({ config })
const email = 'bench@example.com'
const user = { email, password: 'bench', enableAPIKey: true, apiKey: process.env.PEER_KEY }
await payload.create({ collection: 'users', data: user })
process.exit(0)
`

export const payloadFiles = {
  'payload.config.js': configuration,
  'make-tables.js': createTables,
  'next.config.js': `import { withPayload } from '@payloadcms/next/withPayload'

export default withPayload({ compress: false })
`,
  'jsconfig.json':
    '{ "compilerOptions": { "paths": { "@payload-config": ["./payload.config.js"] } } }\n',
  'app/layout.js': 'export default ({ children }) => children\n',
  'app/(payload)/api/[...slug]/route.js': route,
}
