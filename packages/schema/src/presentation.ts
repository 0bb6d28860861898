/** How Studio shows fields and models, in each of its languages. */
import type { z } from 'zod'
import type {
  fieldPresentation,
  modelPresentation,
  ownerPresentation,
  studioTexts,
} from './admin/presentation.ts'
import type { studioLanguages } from './choices.ts'
import type { Field, FieldSet, Model, RootDefinition } from './definitions.ts'
import type { Option } from './field-types/settings.ts'

type StudioLanguage = (typeof studioLanguages)[number]
export type StudioTexts = z.infer<typeof studioTexts>
export type FieldPresentation = z.infer<z.ZodObject<typeof fieldPresentation>>
export type OwnerPresentation = z.infer<z.ZodObject<typeof ownerPresentation>>
export type ModelPresentation = z.infer<z.ZodObject<typeof modelPresentation>>

/** The definition with its names, descriptions and other texts in one language of Studio. */
export function localizedRoot(root: RootDefinition, language: StudioLanguage): RootDefinition {
  const fieldSets = root.fieldSets.map((set) => owner(set, language))
  return {
    ...root,
    models: root.models.map((model): Model => {
      const description = model.descriptions?.[language] ?? model.description
      const { fields, ...rest } = owner(model, language)
      return {
        ...rest,
        fields: fields.map((field) => namedLikeSet(field, fieldSets, language)),
        ...(description !== undefined && { description }),
      }
    }),
    fieldSets,
  }
}

/** A field without a name of its own has the name of its field set. */
function namedLikeSet(
  field: Field,
  fieldSets: readonly FieldSet[],
  language: StudioLanguage,
): Field {
  if (field.type !== 'fieldset' || field.names?.[language] !== undefined) return field
  if (field.name !== field.luid) return field
  const set = fieldSets.find(({ id }) => id === field.fieldSet)
  return { ...field, name: set?.name ?? field.name }
}

function owner<Owner extends FieldSet | Model>(it: Owner, language: StudioLanguage): Owner {
  return {
    ...named(it, language),
    fields: it.fields.map((one) => localizedField(one, language)),
    ...(it.groups && { groups: it.groups.map((group) => named(group, language)) }),
  }
}

function named<Thing extends { name: string; names?: StudioTexts }>(
  thing: Thing,
  language: StudioLanguage,
): Thing {
  return { ...thing, name: thing.names?.[language] ?? thing.name }
}

function localizedField(field: Field, language: StudioLanguage): Field {
  const help = field.helps?.[language] ?? field.help
  const placeholder = field.placeholders?.[language] ?? field.placeholder
  const texts = {
    name: field.names?.[language] ?? field.name,
    ...(help !== undefined && { help }),
    ...(placeholder !== undefined && { placeholder }),
  }
  if (field.type === 'repeat') {
    const fields = field.fields.map((inner) => localizedField(inner, language))
    return { ...field, ...texts, fields }
  }
  if (!('options' in field)) return { ...field, ...texts }
  const options = field.options.map((option): Option => ({
    ...option,
    label: option.labels?.[language] ?? option.label,
  }))
  return { ...field, ...texts, options }
}
