/** Describes how the settings of a model or a field set have changed, except for its title. */
import type { FieldSet, Model, RootDefinition } from '@octavo/schema/definitions.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { allFields } from '@octavo/schema/schema.ts'
import { isSame, side, type Change } from './describe-field.ts'
import { nameOfPlace } from './resolve-list.ts'

const describedElsewhere = new Set(['id', 'luid', 'name', 'fields', 'titleFieldId'])

export function ownerSettingChanges(
  what: string,
  before: FieldSet | Model,
  after: FieldSet | Model,
  { before: oldRoot, after: newRoot }: Change,
): CodedMessage[] {
  const [from, to] = [settings(before), settings(after)]
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  const changed = keys.filter((key) => !describedElsewhere.has(key) && !isSame(from[key], to[key]))
  return changed.map((key) => {
    const setting = key === 'pictureFieldId' ? 'picture' : key
    return say('planModelSetting', {
      what,
      name: after.luid,
      setting,
      ...side('from', key, named(key, from[key], oldRoot), oldRoot),
      ...side('to', key, named(key, to[key], newRoot), newRoot),
    })
  })
}

function settings(owner: FieldSet | Model): Record<string, unknown> {
  return { ...owner }
}

/** The value with LUIDs instead of ids. */
function named(key: string, value: unknown, root: RootDefinition): unknown {
  if (value === undefined) return undefined
  const fieldById = new Map(allFields(root).map((field) => [field.id, field]))
  if (key === 'pictureFieldId') return fieldById.get(Number(value))?.luid
  if (key === 'columns') {
    return (value as NonNullable<Model['columns']>).map((one) => nameOfPlace(one, fieldById))
  }
  if (key !== 'order') return value
  return (value as NonNullable<Model['order']>).map(
    ({ by, isDescending }) => `${isDescending ? '-' : ''}${nameOfPlace(by, fieldById)}`,
  )
}
