/** Converts the data of an item to the query and body of the API, and reads the response. */
import { OctavoError } from './errors.ts'
import type { Written } from './types/options.ts'

/** The data of a write, for any space. */
export interface WriteOptions {
  readonly model?: string
  readonly fields?: object
  readonly translations?: Readonly<Record<string, object | undefined>>
  readonly published?: boolean
  readonly textFormat?: string
  readonly space?: string
  readonly release?: string
  readonly idempotencyKey?: string
  readonly ifMatch?: string | object
  readonly signal?: AbortSignal
}

export function writeQuery(options: WriteOptions): URLSearchParams {
  const { model, published, textFormat, space, release } = options
  const query = new URLSearchParams()
  if (model !== undefined) query.set('model', model)
  if (published !== undefined) query.set('published', String(published))
  if (textFormat !== undefined) query.set('ft_format', textFormat)
  if (space !== undefined) query.set('space', space)
  if (release !== undefined) query.set('release', release)
  return query
}

/** `{fields, fields[ja]}`; undefined if there is nothing to send. */
export function writeBody({ fields, translations = {} }: WriteOptions): object | undefined {
  const body: Record<string, object> = fields ? { fields } : {}
  for (const [language, values] of Object.entries(translations)) {
    if (values) body[`fields[${language}]`] = values
  }
  return Object.keys(body).length > 0 ? body : undefined
}

/** Fails if the response has no id: a redirect may have turned the write into a read. */
export function writtenIn(body: unknown): Written {
  const id: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined
  if (typeof id === 'number') return { id }
  const detail = 'the response has no id, so nothing was written: check the URL of the API'
  throw new OctavoError({ status: 0, code: 'Bad Answer', detail })
}
