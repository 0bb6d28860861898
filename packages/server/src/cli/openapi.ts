import { openapiOf } from '../describe/openapi.ts'
import { publicAddresses } from './addresses.ts'
import { defineCommand } from './command.ts'

export const openapi = defineCommand({
  options: {},
  positionals: [],
  needsDatabase: true,
  details: 'The server gives the same document at /v1/openapi.json.',
  async run(_, { content, root, settings, terminal }) {
    const { id } = await root()
    const { store, schemas } = await content()
    const schema = await store.read((tx) => schemas.in(tx, id))
    const { baseUrl } = publicAddresses(settings)
    const document = openapiOf(schema, { baseUrl, spaceIds: null })
    await terminal.write(`${JSON.stringify(document, null, 2)}\n`)
  },
})
