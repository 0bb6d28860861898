/** Adds settings to a generated definition that refer to its own fields: conditions, sources, lists. */
import type { Field, FieldSet, Model, RootDefinition } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import fc from 'fast-check'

export const presentationArbitrary = fc.record({
  hasConditions: fc.boolean(),
  hasGroups: fc.boolean(),
  hasList: fc.boolean(),
  hasTexts: fc.boolean(),
})

export type Presentation =
  typeof presentationArbitrary extends fc.Arbitrary<infer Value> ? Value : never

export function presented(root: RootDefinition, presentation: Presentation): RootDefinition {
  const { hasGroups, hasTexts, hasList } = presentation
  const setById = new Map(root.fieldSets.map((set) => [set.id, set]))
  return {
    ...root,
    fieldSets: root.fieldSets.map((set) => ({
      ...set,
      ...ownerSettings(presentation),
      fields: fieldsWith(set.fields, presentation),
    })),
    models: root.models.map((model): Model => {
      const fields = fieldsWith(model.fields, presentation)
      return {
        ...model,
        ...ownerSettings(presentation),
        ...(hasGroups && { layout: 'sections' }),
        ...(hasTexts && {
          description: 'About\nthe model',
          descriptions: { ja: 'モデルについて' },
          icon: 'book',
        }),
        ...(hasList && listSettings(fields, setById)),
        fields,
      }
    }),
  }
}

function ownerSettings({ hasTexts, hasGroups }: Presentation) {
  return {
    ...(hasTexts && { names: { ja: '名前' } }),
    ...(hasGroups && {
      groups: [
        { luid: 'group', name: 'Group', names: { ja: '群' } },
        { luid: 'other', name: 'other' },
      ],
    }),
  }
}

/** Each field depends on the one before it, and slugs on the first text. */
function fieldsWith(all: readonly Field[], { hasConditions, hasGroups }: Presentation): Field[] {
  const text = all.find(({ type }) => factsOf(type).canBeTitle)
  return all.map((field, index) => {
    const before = all[index - 1]
    const isTestable = before && factsOf(before.type).operators.includes('exists')
    return {
      ...field,
      ...(field.group !== undefined && hasGroups && { group: 'group' }),
      ...(field.type === 'slug' && { from: text?.id ?? null }),
      ...(hasConditions &&
        isTestable && {
          showWhen: [{ not: [{ path: [before.id], operator: 'exists' as const, value: true }] }],
          clearWhenHidden: true,
        }),
    }
  })
}

function listSettings(fields: readonly Field[], setById: ReadonlyMap<number, FieldSet>) {
  const picture = fields.find(({ type }) => type === 'media')
  const columns = fields.flatMap((field): number[][] => {
    if (field.type !== 'fieldset') return [[field.id]]
    const inner = setById.get(field.fieldSet)?.fields.find(({ type }) => type === 'text')
    return inner ? [[field.id, inner.id]] : []
  })
  const sorted = fields.filter(({ type }) => factsOf(type).isSortable)
  return {
    ...(picture && { pictureFieldId: picture.id }),
    columns: [...columns, '_created_at'],
    order: [
      ...sorted.map(({ id }, index) => ({ by: [id], isDescending: index % 2 === 0 })),
      { by: '_title', isDescending: true },
    ],
  }
}
