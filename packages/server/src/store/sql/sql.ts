/** SQL as values: text with parameters apart, composed without ever pasting a value into text. */

export type SqlValue =
  | string
  | number
  | null
  | readonly number[]
  | readonly string[]
  | readonly (string | null)[]
  | readonly (number | null)[]

export interface Sql {
  /** The very same list each time where nothing was spliced in: who prepares it may go by that. */
  readonly chunks: readonly string[]
  readonly values: readonly SqlValue[]
}

/** `sql\`select * from items where id = ${id} and ${condition}\``; nested SQL is spliced in. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (SqlValue | Sql)[]): Sql {
  if (areValues(parts)) return { chunks: strings, values: parts }
  const chunks: string[] = [strings[0] ?? '']
  const values: SqlValue[] = []
  parts.forEach((part, index) => {
    const after = strings[index + 1] ?? ''
    if (isSql(part)) append(chunks, values, part)
    else {
      values.push(part)
      chunks.push('')
    }
    chunks[chunks.length - 1] += after
  })
  return { chunks, values }
}

/** Text that our own code wrote: a table or column name, a keyword. Never anything from outside. */
export function raw(text: string): Sql {
  return { chunks: [text], values: [] }
}

/**
 * A number of our own that is part of the statement. A limit that is a parameter leaves PostgreSQL to take it
 * for a tenth of all rows, and lets it go through a table where an index would have found them.
 */
export function literal(value: number): Sql {
  return raw(String(value))
}

export function join(parts: readonly Sql[], separator: string): Sql {
  const chunks: string[] = ['']
  const values: SqlValue[] = []
  parts.forEach((part, index) => {
    if (index > 0) chunks[chunks.length - 1] += separator
    append(chunks, values, part)
  })
  return { chunks, values }
}

function append(chunks: string[], values: SqlValue[], part: Sql): void {
  chunks[chunks.length - 1] += part.chunks[0] ?? ''
  chunks.push(...part.chunks.slice(1))
  values.push(...part.values)
}

function areValues(parts: readonly (SqlValue | Sql)[]): parts is readonly SqlValue[] {
  return !parts.some(isSql)
}

/** As PostgreSQL takes it, with `$1` for the first value. */
export function numberedText({ chunks }: Pick<Sql, 'chunks'>): string {
  return chunks.reduce((text, chunk, index) => `${text}$${index}${chunk}`)
}

/** Whether a list of chunks is the same at each call: that of a place in our code. */
export function areReused(chunks: readonly string[]): boolean {
  return 'raw' in chunks
}

function isSql(part: SqlValue | Sql): part is Sql {
  return typeof part === 'object' && part !== null && 'chunks' in part
}
