/** The difference between two definitions as lines for people: things are told apart by their ids. */
import type { Field, FieldSet, Model, RootDefinition } from '@octavo/schema/definitions.ts'
import { settingChanges, type Change } from './describe-field.ts'

interface Named {
  id: number
  luid: string
  name: string
}

export function describeDifference(change: Change): string[] {
  const { before, after } = change
  return [
    ...languageLines(change),
    ...thingLines(before.spaces, after.spaces, 'space', '', change),
    ...thingLines(before.fieldSets, after.fieldSets, 'field set', '', change, ownerSize),
    ...thingLines(before.models, after.models, 'model', '', change, ownerSize),
    ...ownerLines(before.fieldSets, after.fieldSets, change),
    ...ownerLines(before.models, after.models, change),
    ...titleLines(before.models, after.models),
  ]
}

function languageLines(change: Change): string[] {
  const { before, after } = change
  const [main, nextMain] = [before.languages[0], after.languages[0]]
  const isSameMain = main?.id === nextMain?.id
  return [
    ...thingLines(languagesOf(before), languagesOf(after), 'language', '', change),
    ...(isSameMain ? [] : [`~ main language ${main?.key} → ${nextMain?.key}`]),
  ]
}

function languagesOf({ languages }: RootDefinition): Named[] {
  return languages.map(({ id, key }) => ({ id, luid: key, name: key }))
}

/** What came, went, was renamed and was moved, in one list of things. */
function thingLines<Thing extends Named>(
  before: readonly Thing[],
  after: readonly Thing[],
  noun: string,
  owner: string,
  { isPrune }: Change,
  sizeOf: (thing: Thing) => string = () => '',
): string[] {
  const beforeById = new Map(before.map((thing) => [thing.id, thing]))
  const afterIds = new Set(after.map(({ id }) => id))
  const lines = after.flatMap((thing) => {
    const old = beforeById.get(thing.id)
    return old
      ? nameLines(old, thing, noun, owner)
      : [`+ ${noun} ${owner}${thing.luid}${sizeOf(thing)}`]
  })
  const gone = before.filter(({ id }) => !afterIds.has(id))
  const why = isPrune ? ' (prune)' : ''
  lines.push(...gone.map(({ luid }) => `- ${noun} ${owner}${luid}${why}`))
  const stayed = before.filter(({ id }) => afterIds.has(id))
  const moved = after.filter(({ id }) => beforeById.has(id))
  if (stayed.some(({ id }, index) => moved[index]?.id !== id)) {
    const place = owner === '' ? '' : ` in ${owner.slice(0, -1)}`
    lines.push(`~ order of ${noun}s${place}: ${moved.map(({ luid }) => luid).join(', ')}`)
  }
  return lines
}

function nameLines(before: Named, after: Named, noun: string, owner: string): string[] {
  const lines: string[] = []
  if (before.luid !== after.luid) {
    lines.push(`→ rename ${noun} ${owner}${before.luid} → ${after.luid}`)
  }
  const isJustLuid = before.name === before.luid && after.name === after.luid
  // Fields tell their names among their settings.
  if (noun !== 'field' && before.name !== after.name && !isJustLuid) {
    const change = `${JSON.stringify(before.name)} → ${JSON.stringify(after.name)}`
    lines.push(`~ ${noun} ${after.luid}: name ${change}`)
  }
  return lines
}

function ownerSize({ fields }: FieldSet | Model): string {
  return ` (${fields.length} ${fields.length === 1 ? 'field' : 'fields'})`
}

/** The fields of models and field sets that were there before. */
function ownerLines(
  before: readonly (FieldSet | Model)[],
  after: readonly (FieldSet | Model)[],
  change: Change,
): string[] {
  const beforeById = new Map(before.map((owner) => [owner.id, owner]))
  return after.flatMap((owner) => {
    const old = beforeById.get(owner.id)
    return old ? fieldLines(old.fields, owner.fields, `${owner.luid}.`, change) : []
  })
}

function fieldLines(
  before: readonly Field[],
  after: readonly Field[],
  owner: string,
  change: Change,
): string[] {
  const beforeById = new Map(before.map((field) => [field.id, field]))
  const lines = thingLines(before, after, 'field', owner, change, ({ type }) => ` (${type})`)
  for (const field of after) {
    const old = beforeById.get(field.id)
    if (!old) continue
    const changes = settingChanges(old, field, change)
    lines.push(...changes.map((text) => `~ field ${owner}${field.luid}: ${text}`))
    if (old.type === 'repeat' && field.type === 'repeat') {
      lines.push(...fieldLines(old.fields, field.fields, `${owner}${field.luid}.`, change))
    }
  }
  return lines
}

function titleLines(before: readonly Model[], after: readonly Model[]): string[] {
  const beforeById = new Map(before.map((model) => [model.id, model]))
  return after.flatMap((model) => {
    const old = beforeById.get(model.id)
    if (!old || old.titleFieldId === model.titleFieldId) return []
    return [`~ model ${model.luid}: title ${titleOf(old)} → ${titleOf(model)}`]
  })
}

function titleOf({ titleFieldId, fields }: Model): string {
  return fields.find(({ id }) => id === titleFieldId)?.luid ?? 'none'
}
