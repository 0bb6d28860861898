/** Labels and descriptions of the field types, from their definitions. */
import { factsOf, fieldTypeNames, type FieldTypeName } from '@octavo/schema/field-types.ts'

type Key = `field.${FieldTypeName}` | `models.type.${FieldTypeName}`

export function fieldTypeTexts(language: 'en' | 'ja'): Record<Key, string> {
  const texts = fieldTypeNames.flatMap((type): [Key, string][] => {
    const { label, about } = factsOf(type)
    return [
      [`field.${type}`, label[language]],
      [`models.type.${type}`, about[language]],
    ]
  })
  return Object.fromEntries(texts) as Record<Key, string>
}
