/** Describes the difference between two definitions in lines for users. Definitions are matched by id. */
import type {
  Field,
  FieldSet,
  Model,
  RootDefinition,
  RootSettings,
} from '@octavo/schema/definitions.ts'
import { clipped } from '@octavo/schema/errors.ts'
import { say, type ProblemValues, type CodedMessage } from '@octavo/schema/problems.ts'
import { settingChanges, type Change } from './describe-field.ts'
import { ownerSettingChanges } from './describe-owner.ts'
import { exportedSettings } from './read-settings.ts'

interface Named {
  id: number
  luid: string
  name: string
}

export function describeDifference(change: Change): CodedMessage[] {
  const { before, after } = change
  const [addedSet, addedModel] = [addedOwner('field set'), addedOwner('model')]
  const [main, nextMain] = [before.languages[0], after.languages[0]]
  return [
    ...thingLines(languagesOf(before), languagesOf(after), 'language', '', change),
    ...(main && nextMain && main.id !== nextMain.id
      ? [say('planMainLanguage', { from: main.key, to: nextMain.key })]
      : []),
    ...thingLines(before.spaces, after.spaces, 'space', '', change),
    ...thingLines(before.fieldSets, after.fieldSets, 'field set', '', change, addedSet),
    ...thingLines(before.models, after.models, 'model', '', change, addedModel),
    ...ownerLines(before.fieldSets, after.fieldSets, change),
    ...ownerLines(before.models, after.models, change),
    ...ownerSettings('field set', before.fieldSets, after.fieldSets, change),
    ...ownerSettings('model', before.models, after.models, change),
    ...titleLines(before.models, after.models),
    ...settingLines(before.settings, after.settings),
  ]
}

/** Pairs of definitions that exist before and after. */
function stayed<Thing extends { id: number }>(
  before: readonly Thing[],
  after: readonly Thing[],
): [before: Thing, after: Thing][] {
  const beforeById = new Map(before.map((thing) => [thing.id, thing]))
  return after.flatMap((thing): [Thing, Thing][] => {
    const old = beforeById.get(thing.id)
    return old ? [[old, thing]] : []
  })
}

function languagesOf({ languages }: RootDefinition): Named[] {
  return languages.map(({ id, key }) => ({ id, luid: key, name: key }))
}

/** The added, removed, renamed and moved definitions of one list. */
function thingLines<Thing extends Named>(
  before: readonly Thing[],
  after: readonly Thing[],
  noun: string,
  owner: string,
  { isPrune }: Change,
  added: (thing: Thing, name: string) => CodedMessage = (_, name) =>
    say('planAdd', { what: noun, name }),
): CodedMessage[] {
  const beforeById = new Map(before.map((thing) => [thing.id, thing]))
  const afterIds = new Set(after.map(({ id }) => id))
  const lines = after.flatMap((thing) => {
    const old = beforeById.get(thing.id)
    return old ? nameLines(old, thing, noun, owner) : [added(thing, `${owner}${thing.luid}`)]
  })
  const gone = before.filter(({ id }) => !afterIds.has(id))
  const why = isPrune ? ' (prune)' : ''
  lines.push(
    ...gone.map(({ luid }) => say('planRemove', { what: noun, name: `${owner}${luid}`, why })),
  )
  const kept = before.filter(({ id }) => afterIds.has(id))
  const moved = after.filter(({ id }) => beforeById.has(id))
  if (kept.some(({ id }, index) => moved[index]?.id !== id)) {
    const place = owner === '' ? '' : ` in ${owner.slice(0, -1)}`
    const list = moved.map(({ luid }) => luid).join(', ')
    lines.push(say('planOrder', { what: noun, place, owner: owner.slice(0, -1), list }))
  }
  return lines
}

function nameLines(before: Named, after: Named, noun: string, owner: string): CodedMessage[] {
  const lines: CodedMessage[] = []
  if (before.luid !== after.luid) {
    const from = `${owner}${before.luid}`
    lines.push(say('planRename', { what: noun, from, to: after.luid }))
  }
  const isJustLuid = before.name === before.luid && after.name === after.luid
  // The names of fields are described with their settings.
  if (noun !== 'field' && before.name !== after.name && !isJustLuid) {
    const [from, to] = [JSON.stringify(before.name), JSON.stringify(after.name)]
    lines.push(say('planName', { what: noun, name: after.luid, from, to }))
  }
  return lines
}

const addedOwner =
  (what: string) =>
  ({ fields: { length: count } }: FieldSet | Model, name: string): CodedMessage => {
    const fields = `${count} ${count === 1 ? 'field' : 'fields'}`
    return say('planAddWithFields', { what, name, fields, count })
  }

/** Changes in the fields of existing models and field sets. */
function ownerLines(
  before: readonly (FieldSet | Model)[],
  after: readonly (FieldSet | Model)[],
  change: Change,
): CodedMessage[] {
  return stayed(before, after).flatMap(([old, owner]) =>
    fieldLines(old.fields, owner.fields, `${owner.luid}.`, change),
  )
}

function ownerSettings<Owner extends FieldSet | Model>(
  what: string,
  before: readonly Owner[],
  after: readonly Owner[],
  change: Change,
): CodedMessage[] {
  return stayed(before, after).flatMap(([old, owner]) =>
    ownerSettingChanges(what, old, owner, change),
  )
}

function fieldLines(
  before: readonly Field[],
  after: readonly Field[],
  owner: string,
  change: Change,
): CodedMessage[] {
  const lines = thingLines(before, after, 'field', owner, change, ({ type }, name) =>
    say('planAddField', { name, type, typeWord: type }),
  )
  for (const [old, field] of stayed(before, after)) {
    lines.push(...settingChanges(old, field, `${owner}${field.luid}`, change))
    if (old.type === 'repeat' && field.type === 'repeat') {
      lines.push(...fieldLines(old.fields, field.fields, `${owner}${field.luid}.`, change))
    }
  }
  return lines
}

function titleLines(before: readonly Model[], after: readonly Model[]): CodedMessage[] {
  return stayed(before, after).flatMap(([old, model]) => {
    if (old.titleFieldId === model.titleFieldId) return []
    const values = { name: model.luid, ...titleIn('from', old), ...titleIn('to', model) }
    return [say('planTitle', values)]
  })
}

/** A setting as JSON; null is the default of the server. */
function settingLines(before: RootSettings, after: RootSettings): CodedMessage[] {
  return exportedSettings.flatMap((setting) => {
    const shown = (side: RootSettings): string => clipped(JSON.stringify(side[setting]), 120)
    const [from, to] = [shown(before), shown(after)]
    return from === to ? [] : [say('planRootSetting', { setting, from, to })]
  })
}

function titleIn(side: 'from' | 'to', { titleFieldId, fields }: Model): ProblemValues {
  const luid = fields.find(({ id }) => id === titleFieldId)?.luid
  return luid === undefined ? { [side]: 'none', [`${side}Word`]: 'none' } : { [side]: luid }
}
