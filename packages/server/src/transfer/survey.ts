/** The first walk over an import file: which ids it will bring, so that references may point ahead. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Scratch } from '../store/store.ts'
import type { TextLine } from './read-lines.ts'

/** Lines as `content export` writes them need not be parsed to know their id. */
const exportedLine = /^\{"model":"([a-z0-9_]+)",(?:"space":"[a-z0-9_]+",)?"id":([1-9]\d*)[,}]/

/** Returns how many lines there are to import. */
export async function survey(
  schema: Schema,
  lines: AsyncIterable<TextLine>,
  fromLine: number,
  scratch: Scratch,
): Promise<number> {
  let count = 0
  for await (const { number, text } of lines) {
    if (number < fromLine) continue
    count++
    const { model, id } = identityOf(text)
    if (id === undefined) continue
    scratch.note(id, schema.modelByLuid.get(model ?? '')?.id ?? null, number)
  }
  return count
}

function identityOf(text: string): { model?: string | undefined; id?: number } {
  const [, model, digits] = exportedLine.exec(text) ?? []
  const id = Number(digits)
  if (Number.isSafeInteger(id)) return { model, id }
  try {
    const line = JSON.parse(text) as { model?: unknown; id?: unknown } | null
    if (!Number.isSafeInteger(line?.id)) return {}
    const luid = typeof line?.model === 'string' ? line.model : undefined
    return { model: luid, id: Number(line?.id) }
  } catch {
    return {}
  }
}
