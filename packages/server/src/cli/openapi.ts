import { managementOpenapi } from '../describe/management/document.ts'
import { openapiOf } from '../describe/openapi.ts'
import { publicAddresses } from './addresses.ts'
import { defineCommand } from './command.ts'

export const openapi = defineCommand({
  options: {
    admin: { type: 'boolean', about: 'print the document of the management API that Studio uses' },
  },
  needsDatabase: true,
  details:
    'The server serves the document of a space at /v1/openapi.json, limited to what the key may\n' +
    'read. Only this command prints the document of the management API.',
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
