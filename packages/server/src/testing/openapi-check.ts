/** Checks responses of a server against its OpenAPI document. */
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isEmail } from '@octavo/schema/formats.ts'
import { isDate, parseTime } from '@octavo/schema/times.ts'
import type { OpenapiDocument } from '../describe/openapi.ts'
import type { TestResponse } from './app-factory.ts'

export interface OpenapiCheck {
  /** Fails if the response does not match the document. */
  check(method: string, path: string, response: TestResponse): void
  /** The checked operations and statuses: `GET /contents 200`. */
  readonly seen: ReadonlySet<string>
}

export const jsonSchemas = (): Ajv2020 =>
  new Ajv2020({
    strict: false,
    allErrors: true,
    // Fields may be named `constructor`.
    ownProperties: true,
    formats: {
      'date-time': (text: string) => parseTime(text) !== undefined,
      date: isDate,
      email: isEmail,
      uri: (text: string) => URL.canParse(text),
    },
  })

type Node = { readonly [name: string]: Node }

export function openapiCheck(document: OpenapiDocument): OpenapiCheck {
  const ajv = jsonSchemas()
  ajv.addSchema(document, 'api')
  const compiled = new Map<string, ValidateFunction>()
  const seen = new Set<string>()

  function validator(pointer: string): ValidateFunction {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
    compiled.set(pointer, known)
    return known
  }

  return {
    seen,
    check(method, path, { status, headers, json, text }) {
      const template = templateOf(path, Object.keys(document.paths))
      const place = `${method} ${template} ${status}`
      const pointer = resolved(document as unknown as Node, [
        'paths',
        template,
        method.toLowerCase(),
        'responses',
        String(status),
      ])
      assert.ok(pointer, `${place} is not described`)
      seen.add(place)
      if (status === 304) return assert.equal(text, '')
      const type = headers.get('content-type')?.split(';', 1)[0] ?? ''
      const validate = validator(`${pointer}/content/${escaped(type)}/schema`)
      if (!validate(json)) assert.fail(`${place} ${text}: ${ajv.errorsText(validate.errors)}`)
    },
  }
}

/** `/contents/{id}` for `/contents/12?depth=1`, and for itself. */
function templateOf(path: string, templates: readonly string[]): string {
  const parts = (path.split('?', 1)[0] ?? '').split('/')
  const fits = (template: string): boolean => {
    const others = template.split('/')
    return (
      others.length === parts.length &&
      others.every((other, index) => other.startsWith('{') || other === parts[index])
    )
  }
  const found = templates.find((template) => template === path) ?? templates.find(fits)
  return found ?? assert.fail(`${path} is not described`)
}

/** The JSON pointer of a node, with references resolved. */
function resolved(document: Node, steps: readonly string[]): string | undefined {
  let node: Node | undefined = document
  for (const step of steps) node = node?.[step]
  if (node === undefined) return undefined
  const reference: unknown = node['$ref']
  return typeof reference === 'string' ? reference.slice(1) : `/${steps.map(escaped).join('/')}`
}

function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}
