import type { Field, Model } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { useText, type Text } from '../i18n/text.tsx'

export interface ProblemPlace {
  /** '' if the problem does not belong to a language. */
  language: string
  /** "Title (Japanese)"; '' if the problem concerns the item as a whole. */
  text: string
}

/** Describes the place of a problem in an item. */
export function useProblemPlace(): (path: string, model: Model | undefined) => ProblemPlace {
  const format = useFormat()
  const t = useText()
  const { schema } = useSession()
  const isMany = schema.root.languages.length > 1
  return (path, model) => {
    const { language, rest } = partsOf(path, schema)
    const name = namesAlong(rest, model?.fields ?? [], schema, t).join(' › ')
    if (language === '') return { language, text: path }
    if (name === '') return { language, text: format.language(language) }
    return { language, text: isMany ? `${name} (${format.language(language)})` : name }
  }
}

/** Requests of Studio have `languages.ja.fields.title`, others `fields[ja].title` or `fields.title`. */
function partsOf(path: string, schema: Schema): { language: string; rest: string } {
  const [, key = '', rest = ''] = /^languages\.([^.]+)(?:\.fields\.(.+))?$/.exec(path) ?? []
  const [, own, field] = /^fields(?:\[([^\]]+)\])?\.(.+)$/.exec(path) ?? []
  if (field === undefined) return { language: key, rest }
  return { language: own ?? schema.mainLanguage.key, rest: field }
}

/** `sizes[1].cost` becomes "Sizes 2" and "Cost". Parts of a value that are not fields keep their names. */
function namesAlong(
  path: string,
  fields: readonly Field[],
  schema: Schema,
  t: Text,
): readonly string[] {
  const [part, name = '', index, rest = ''] = /^([^.[]+)(?:\[(\d+)\])?\.?(.*)$/.exec(path) ?? []
  if (part === undefined) return []
  const field = fields.find(({ luid }) => luid === name)
  if (!field) return [path]
  const shown = index === undefined ? field.name : `${field.name} ${Number(index) + 1}`
  if (field.type === 'location' && rest in degrees)
    return [shown, t(degrees[rest as keyof typeof degrees])]
  return [shown, ...namesAlong(rest.replace(/^fields\./, ''), fieldsIn(field, schema), schema, t)]
}

const degrees = { lat: 'location.lat', lng: 'location.lng' } as const

function fieldsIn(field: Field, { fieldSetById }: Schema): readonly Field[] {
  if (field.type === 'repeat') return field.fields
  if (field.type === 'fieldset') return fieldSetById.get(field.fieldSet)?.fields ?? []
  if (field.type !== 'combination') return []
  return field.fieldSets.flatMap((id) => fieldSetById.get(id)?.fields ?? [])
}
