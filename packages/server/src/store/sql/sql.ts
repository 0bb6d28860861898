/** SQL as values: text and separate parameters, composed without ever inserting a value into the text. */

export type SqlValue =
  | string
  | number
  | null
  | readonly number[]
  | readonly string[]
  | readonly (string | null)[]
  | readonly (number | null)[]

export interface Sql {
  /**
   * The same array for each call if no SQL is nested, so that it can be a cache key for prepared
   * statements.
   */
  readonly chunks: readonly string[]
  readonly values: readonly SqlValue[]
}

/** `sql\`select * from items where id = ${id} and ${condition}\``; nested SQL is inserted. */
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

/** Trusted text: a table or column name, a keyword. Never pass external input. */
export function raw(text: string): Sql {
  return { chunks: [text], values: [] }
}

/**
 * A constant number as part of the statement. For a limit that is a parameter, PostgreSQL assumes a tenth
 * of all rows, and may scan a table where an index would be faster.
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

/** The text in the syntax of PostgreSQL, with `$1` for the first value. */
export function numberedText({ chunks }: Pick<Sql, 'chunks'>): string {
  return chunks.reduce((text, chunk, index) => `${text}$${index}${chunk}`)
}

/** Whether an array of chunks is the same at each call: that of a template literal. */
export function areReused(chunks: readonly string[]): boolean {
  return 'raw' in chunks
}

function isSql(part: SqlValue | Sql): part is Sql {
  return typeof part === 'object' && part !== null && 'chunks' in part
}
