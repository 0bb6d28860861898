/** Laws that hold for any two schema files. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Field, RootDefinition } from '@octavo/schema/definitions.ts'
import {
  fieldPresentation,
  modelPresentation,
  ownerPresentation,
} from '@octavo/schema/admin/presentation.ts'
import { factsOf, fieldTypeNames } from '@octavo/schema/field-types.ts'
import { allFields } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { rootDefinitionArbitrary } from '../testing/definition-arbitraries.ts'
import { presentationArbitrary, presented } from '../testing/presented-root.ts'
import {
  emptyRoot,
  schemaValueArbitrary,
  settingsArbitrary,
} from '../testing/schema-file-arbitraries.ts'
import { checkFile, noExistingNames } from './check-file.ts'
import { exportSchema } from './export.ts'
import { countNewIds, planChange, withRealIds } from './plan.ts'
import { exportedSettings } from './read-settings.ts'

/** The next definition and the plan; undefined if the plan is rejected. */
function apply(current: RootDefinition, value: unknown, isPrune: boolean) {
  const { file, problems } = checkFile(value, noExistingNames)
  assert.deepEqual(problems, [])
  const plan = planChange(current, file, isPrune)
  if (plan.problems.length > 0) return undefined
  const ids = Array.from({ length: countNewIds(plan.next) }, (_, at) => current.version * 1000 + at)
  const root = { ...withRealIds(plan.next, ids), version: current.version + 1 }
  return { root, lines: plan.lines }
}

function idsOf(root: RootDefinition): number[] {
  const owners = [...root.languages, ...root.spaces, ...root.fieldSets, ...root.models]
  return [...owners, ...allFields(root)].map(({ id }) => id)
}

describe('schema files', () => {
  it('are complete after one run, and keep ids unique', () => {
    fc.assert(
      fc.property(schemaValueArbitrary, schemaValueArbitrary, fc.boolean(), (a, b, isPrune) => {
        const first = apply(emptyRoot, a, false)
        assert.ok(first, 'a first file is always accepted')
        const second = apply(first.root, b, isPrune)
        if (!second) return
        const ids = idsOf(second.root)
        assert.equal(new Set(ids).size, ids.length)
        const third = apply(second.root, b, isPrune)
        assert.deepEqual(third?.lines, [])
        assert.deepEqual({ ...third?.root, version: 0 }, { ...second.root, version: 0 })
      }),
      runs(100),
    )
  })

  it('describe every difference', () => {
    fc.assert(
      fc.property(schemaValueArbitrary, schemaValueArbitrary, fc.boolean(), (a, b, isPrune) => {
        const first = apply(emptyRoot, a, false)?.root ?? emptyRoot
        const second = apply(first, b, isPrune)
        if (!second) return
        const isSame =
          JSON.stringify({ ...first, version: 0 }) ===
          JSON.stringify({ ...second.root, version: 0 })
        assert.equal(second.lines.length === 0, isSame)
      }),
      runs(100),
    )
  })

  it('have the same result with pruning as in an empty space', () => {
    fc.assert(
      fc.property(schemaValueArbitrary, schemaValueArbitrary, (a, b) => {
        // The name and the settings are not pruned: they are no definitions.
        const { name, settings } = emptyRoot
        const first = { ...(apply(emptyRoot, a, false)?.root ?? emptyRoot), name, settings }
        const second = apply(first, b, true)
        if (!second) return
        assert.equal(
          exportSchema(second.root),
          exportSchema(apply(emptyRoot, b, false)?.root ?? emptyRoot),
        )
      }),
      runs(100),
    )
  })

  it('survive an export unchanged', () => {
    fc.assert(
      fc.property(schemaValueArbitrary, schemaValueArbitrary, (a, b) => {
        const first = apply(emptyRoot, a, false)?.root ?? emptyRoot
        const root = apply(first, b, false)?.root ?? first
        const text = exportSchema(root)
        const again = apply(emptyRoot, JSON.parse(text), false)
        assert.ok(again)
        assert.equal(exportSchema(again.root), text)
        assert.deepEqual(apply(root, JSON.parse(text), false)?.lines, [])
      }),
      runs(100),
    )
  })

  it('lose nothing of any definition when it is exported and applied to an empty space', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        rootDefinitionArbitrary,
        settingsArbitrary,
        presentationArbitrary,
        (definition, settings, presentation) => {
          const root = possible({
            ...presented(definition, presentation),
            settings: { ...definition.settings, ...settings },
          })
          noteSettings(root, seen)
          const again = apply(emptyRoot, JSON.parse(exportSchema(root)), false)
          assert.ok(again)
          assert.deepEqual(withoutIds(again.root), withoutIds(root))
        },
      ),
      runs(300),
    )
    assert.deepEqual(
      allSettings().filter((name) => !seen.has(name)),
      [],
      'settings that no definition had',
    )
  })
})

/** The settings of every field type, of fields in general, of models and of field sets. */
function allSettings(): string[] {
  const ofTypes = fieldTypeNames.flatMap((type) =>
    Object.keys(factsOf(type).settings).map((setting) => `${type}.${setting}`),
  )
  return [
    ...ofTypes,
    ...Object.keys(fieldPresentation).map((setting) => `field.${setting}`),
    ...Object.keys(modelPresentation).map((setting) => `model.${setting}`),
    ...Object.keys(ownerPresentation).map((setting) => `field set.${setting}`),
    ...exportedSettings.map((setting) => `root.${setting}`),
    ...['sessionDays', 'publicationDays'].map((setting) => `revisions.${setting}`),
    'space.name',
    'model.name',
    'field set.name',
    'field.name',
    'field.required',
    'field.translatable',
    'option.label',
    'option.labels',
    'group.name',
    'group.names',
  ]
}

/** Notes which settings a definition has, other than those of a new one. */
function noteSettings(root: RootDefinition, seen: Set<string>): void {
  const note = (owner: string, thing: object): void => {
    const { luid, value: option } = thing as { luid?: string; value?: string }
    for (const [key, value] of Object.entries(thing)) {
      const isUsual = key === 'translatable' ? value === true : isUnset(value)
      const isLuid = key !== 'luid' && key !== 'value' && [luid, option].includes(value as string)
      if (!isUsual && !isLuid) seen.add(`${owner}.${key}`)
    }
  }
  note('root', root.settings)
  note('revisions', root.settings.revisions)
  for (const space of root.spaces) note('space', space)
  for (const { groups = [] } of [...root.models, ...root.fieldSets])
    for (const group of groups) note('group', group)
  for (const model of root.models) note('model', model)
  for (const set of root.fieldSets) note('field set', set)
  for (const field of allFields(root)) {
    note('field', field)
    note(field.type, field)
    if ('options' in field) for (const option of field.options) note('option', option)
  }
}

function isUnset(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0)
}

/** The definition as a file could define it: the fields of a repeat are translated with it. */
function possible(root: RootDefinition): RootDefinition {
  const fieldsOf = (fields: readonly Field[]): Field[] =>
    fields.map((field) =>
      field.type === 'repeat'
        ? { ...field, fields: field.fields.map((inner) => ({ ...inner, translatable: true })) }
        : field,
    )
  const titleOf = (fields: readonly Field[]): number | null =>
    fields.find(({ type }) => factsOf(type).canBeTitle)?.id ?? null
  return {
    ...root,
    fieldSets: root.fieldSets.map((set) => ({ ...set, fields: fieldsOf(set.fields) })),
    models: root.models.map((model) => ({
      ...model,
      titleFieldId: model.titleFieldId ?? titleOf(model.fields),
      fields: fieldsOf(model.fields),
    })),
  }
}

const idKeys = ['fieldSet', 'titleFieldId', 'pictureFieldId', 'from']
const idListKeys = ['models', 'fieldSets', 'columns', 'by', 'path']

/** The definition with names in place of ids, which differ between installations. */
function withoutIds(root: RootDefinition): unknown {
  const names = new Map(
    [...root.fieldSets, ...root.models, ...allFields(root)].map(({ id, luid }) => [id, luid]),
  )
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    return typeof value === 'number' ? names.get(value) : value
  }
  const { name, languages, spaces, fieldSets, models, settings } = root
  const text = JSON.stringify(
    { name, languages, spaces, fieldSets, models, settings },
    (key, value: unknown) => {
      if (key === 'id' || key === 'bit') return undefined
      if (idKeys.includes(key)) return typeof value === 'number' ? names.get(value) : value
      return idListKeys.includes(key) ? named(value) : value
    },
  )
  return JSON.parse(text)
}
