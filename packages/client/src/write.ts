/** Writes the data of an item as the query and body of the API, and reads what it answers. */
import { OctavoError } from './errors.ts'
import type { Written } from './types/options.ts'

/** The data of a write, whatever the space. */
export interface WriteOptions {
  readonly model?: string
  readonly fields?: object
  readonly translations?: Readonly<Record<string, object | undefined>>
  readonly published?: boolean
  readonly textFormat?: string
  readonly space?: string
  readonly idempotencyKey?: string
  readonly ifMatch?: string | object
  readonly signal?: AbortSignal
}

export function writeQuery({ model, published, textFormat, space }: WriteOptions): URLSearchParams {
  const query = new URLSearchParams()
  if (model !== undefined) query.set('model', model)
  if (published !== undefined) query.set('published', String(published))
  if (textFormat !== undefined) query.set('ft_format', textFormat)
  if (space !== undefined) query.set('space', space)
  return query
}

/** `{fields, fields[ja]}`; undefined where there is nothing to send. */
export function writeBody({ fields, translations = {} }: WriteOptions): object | undefined {
  const body: Record<string, object> = fields ? { fields } : {}
  for (const [language, values] of Object.entries(translations)) {
    if (values) body[`fields[${language}]`] = values
  }
  return Object.keys(body).length > 0 ? body : undefined
}

/** A redirection may have made a read of what was sent, and then nothing was written. */
export function writtenIn(body: unknown): Written {
  const id: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined
  if (typeof id === 'number') return { id }
  const detail = 'the answer names nothing that was written: check the address of the API'
  throw new OctavoError({ status: 0, code: 'Bad Answer', detail })
}
