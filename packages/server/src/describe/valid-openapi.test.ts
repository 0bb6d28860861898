/** Checks both OpenAPI documents with a validator that others use. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  BaseResolver,
  createConfig,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core'
import { indexSchema } from '@octavo/schema/schema.ts'
import { writeRoot } from '../testing/write-root.ts'
import { managementOpenapi } from './management/document.ts'
import { openapiOf } from './openapi.ts'

const documents = {
  content: openapiOf(indexSchema(writeRoot), { baseUrl: 'https://api.test/v1', spaceIds: null }),
  'content without models': openapiOf(indexSchema({ ...writeRoot, models: [], fieldSets: [] }), {
    baseUrl: 'https://api.test/v1',
    spaceIds: null,
  }),
  management: managementOpenapi({ webUrl: 'https://cms.test' }),
}

for (const [name, document] of Object.entries(documents)) {
  it(`the OpenAPI document is valid: ${name}`, async () => {
    const { styleguide: config } = await createConfig({
      extends: ['recommended'],
      // A description refers to the schema of events.
      rules: { 'no-unused-components': 'off' },
    })
    const problems = await lintDocument({
      document: makeDocumentFromString(JSON.stringify(document), 'openapi.json'),
      externalRefResolver: new BaseResolver(),
      config,
    })
    const found = problems.map(({ ruleId, message, location: [place] }) =>
      [ruleId, message, place?.pointer].join(' '),
    )
    assert.deepEqual(found, [])
  })
}
