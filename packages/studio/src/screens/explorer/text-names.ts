/** The flexible text that a response can contain. */
import type { Schema } from '@octavo/schema/schema.ts'

/** LUIDs of its fields: of one model and its field sets, or of all models. */
export function textNames(schema: Schema, model: string): string[] {
  const own = schema.modelByLuid.get(model)?.fields.flatMap((field) => {
    if (field.type !== 'fieldset') return [field]
    return schema.fieldSetById.get(field.fieldSet)?.fields ?? []
  })
  const texts = [...(own ?? schema.fieldById.values())].filter(({ type }) => type === 'flexible')
  return [...new Set(texts.map(({ luid }) => luid))]
}
