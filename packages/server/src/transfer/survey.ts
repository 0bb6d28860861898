/** The first walk over an import file: which ids it will bring, so that references may point ahead. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Scratch } from '../store/store.ts'
import { identityOf } from './line-id.ts'
import type { TextLine } from './read-lines.ts'

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
