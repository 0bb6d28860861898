import { managementOpenapi } from '../describe/management/document.ts'
import { openapiOf } from '../describe/openapi.ts'
import { publicAddresses } from './addresses.ts'
import { defineCommand } from './command.ts'

export const openapi = defineCommand({
  options: {
    admin: { type: 'boolean', about: 'of the management API that Studio speaks' },
  },
  needsDatabase: true,
  details:
    'The server gives the document of the space at /v1/openapi.json, as far as the key may know;\n' +
    'that of the management API is given by this command alone.',
  async run({ options: { admin = false } }, { content, root, settings, terminal }) {
    const { baseUrl, webUrl } = publicAddresses(settings)
    if (admin) return terminal.write(textOf(managementOpenapi({ webUrl })))
    const { id } = await root()
    const { store, schemas } = await content()
    const schema = await store.read((tx) => schemas.in(tx, id))
    await terminal.write(textOf(openapiOf(schema, { baseUrl, spaceIds: null })))
  },
})

function textOf(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
