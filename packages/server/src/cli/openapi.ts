import { indexSchema } from '@octavo/schema/schema.ts'
import { managementOpenapi } from '../describe/management/document.ts'
import { openapiOf } from '../describe/openapi.ts'
import { publicAddresses } from './addresses.ts'
import { defineCommand } from './command.ts'

export const openapi = defineCommand({
  options: {
    admin: { type: 'boolean', about: 'print the document of the management API that Studio uses' },
  },
  needsDatabase: true,
  takesUrl: true,
  details:
    'The server serves the document of a space at /v1/openapi.json, limited to what the key may\n' +
    'read. Only this command prints the document of the management API.',
  async run({ options: { admin = false } }, { definition, remote, settings, terminal }) {
    const { baseUrl, webUrl } = publicAddresses(settings)
    if (admin) return terminal.write(textOf(managementOpenapi({ webUrl })))
    const schema = indexSchema(await definition())
    const address = { baseUrl: remote ? `${remote.url}/v1` : baseUrl, spaceIds: null }
    await terminal.write(textOf(openapiOf(schema, address)))
  },
})

function textOf(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
