/** Reads how Studio shows fields and models. The results have only what is set. */
import type { Where } from '@octavo/schema/conditions/condition.ts'
import {
  fieldWidths,
  groupLayouts,
  publicationRules,
  studioLanguages,
  type PublicationRule,
} from '@octavo/schema/choices.ts'
import { factsOf, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { icons } from '@octavo/schema/icons.ts'
import type {
  FieldPresentation,
  ModelPresentation,
  OwnerPresentation,
  StudioTexts,
} from '@octavo/schema/presentation.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { rulesOf } from '@octavo/schema/rules.ts'
import { readNamed } from './read-named.ts'
import { quoted, readTexts, type Part } from './reading.ts'
import type { FileField, FileModel } from './schema-file.ts'

type Readers<Settings> = {
  readonly [Key in keyof Settings]-?: (part: Part) => Settings[Key] | undefined
}

const names = textsOf((part) => part.line())
const longTexts = textsOf((part) => part.lines())

type FileFieldPresentation = Omit<FieldPresentation, 'showWhen'> & { showWhen?: Where }

const fieldReaders: Readers<FileFieldPresentation> = {
  names,
  help: (part) => part.lines(),
  helps: longTexts,
  placeholder: (part) => part.line(),
  placeholders: names,
  patternMessage: (part) => part.line(),
  patternMessages: names,
  warn: readWarn,
  group: (part) => part.line(),
  width: (part) => unless('full', part.oneOf(fieldWidths)),
  readOnly: (part) => unless(false, part.flag(false)),
  // Its names are resolved when all fields are known.
  showWhen: (part) => (part.isLeftOut() || !part.isObject() ? undefined : (part.value as Where)),
  clearWhenHidden: (part) => unless(false, part.flag(false)),
}

const ownerReaders: Readers<OwnerPresentation> = {
  names,
  groups(part) {
    if (part.isLeftOut()) return undefined
    return readNamed(part.list(), 'group', (group, { luid, name }) => {
      group.checkKeys(['luid', 'name', 'names'])
      const own = names(group.at('names'))
      return { luid, was: null, name, ...(own && { names: own }) }
    }).map(({ was: _was, ...group }) => group)
  },
}

type ModelReaders = Omit<ModelPresentation, 'pictureFieldId' | 'columns' | 'order'> &
  Pick<FileModel, 'picture' | 'columns' | 'order'>

const modelReaders: Readers<ModelReaders> = {
  ...ownerReaders,
  description: (part) => part.lines(),
  descriptions: longTexts,
  icon: (part) => part.oneOf(icons),
  layout: (part) => unless('tabs', part.oneOf(groupLayouts)),
  picture: (part) => (part.isLeftOut() ? undefined : part.luid()),
  columns: (part) => readPaths(part),
  order: (part) => readPaths(part),
}

export const fieldPresentationKeys = Object.keys(fieldReaders)

/** Whether fields of this type have the setting. */
export function isPresentedBy(type: FieldTypeName, key: string): boolean {
  if (!fieldPresentationKeys.includes(key)) return false
  if (key.startsWith('pattern')) return rulesOf(type).includes('pattern')
  return !key.startsWith('placeholder') || factsOf(type).hasPlaceholder === true
}

export const ownerPresentationKeys = Object.keys(ownerReaders)
export const modelPresentationKeys = Object.keys(modelReaders)

export function readFieldPresentation(part: Part, type: FieldTypeName): FileFieldPresentation {
  const read = readAll(part, fieldReaders)
  for (const [key, setting] of [
    ['clearWhenHidden', 'showWhen'],
    ['patternMessage', 'pattern'],
    ['patternMessages', 'pattern'],
  ] as const) {
    if (read[key] !== undefined && isUnset(part.at(setting)))
      part.at(key).problem('needsSetting', { setting })
  }
  checkWarn(part, read.warn, type)
  return read
}

/** Rules in the order of their list. */
function readWarn(part: Part): PublicationRule[] | undefined {
  if (part.isLeftOut()) return undefined
  const given = part.list().flatMap((rule) => rule.oneOf(publicationRules) ?? [])
  const rules = publicationRules.filter((rule) => given.includes(rule))
  return rules.length === 0 ? undefined : rules
}

function checkWarn(part: Part, warn: readonly PublicationRule[] = [], type: FieldTypeName): void {
  const rules = rulesOf(type)
  for (const rule of warn) {
    const place = part.at('warn')
    if (!rules.includes(rule))
      place.problem('noRule', { name: quoted(rule), type, typeWord: type, names: rules.join(', ') })
    else if (isUnset(part.at(rule))) place.problem('needsSetting', { setting: rule })
  }
}

function isUnset(part: Part): boolean {
  return part.isLeftOut() || part.value === false
}

export function readOwnerPresentation(part: Part, fields: readonly FileField[]): OwnerPresentation {
  const read = readAll(part, ownerReaders)
  checkGroups(part.at('fields'), fields, read.groups)
  return read
}

export function readModelPresentation(part: Part, fields: readonly FileField[]): ModelReaders {
  const read = readAll(part, modelReaders)
  checkGroups(part.at('fields'), fields, read.groups)
  return read
}

function readAll<Settings>(part: Part, readers: Readers<Settings>): Settings {
  const pairs = Object.entries<(part: Part) => unknown>(readers).flatMap(([key, read]) => {
    const value = read(part.at(key))
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(pairs) as Settings
}

export function readStudioTexts(part: Part): StudioTexts | undefined {
  return names(part)
}

/** Texts by language of Studio; undefined if there are none. */
function textsOf(read: (part: Part) => string | undefined) {
  return (part: Part): StudioTexts | undefined => {
    if (part.isLeftOut() || !part.isObject()) return undefined
    part.checkKeys(studioLanguages)
    const pairs = studioLanguages.flatMap((language) => {
      const text = read(part.at(language))
      return text === undefined ? [] : [[language, text]]
    })
    return pairs.length === 0 ? undefined : (Object.fromEntries(pairs) as StudioTexts)
  }
}

function unless<Value>(usual: Value, value: Value | undefined): Value | undefined {
  return value === usual ? undefined : value
}

/** A list of names, or one text with commas as in a request. */
function readPaths(part: Part): string[] | undefined {
  if (part.isLeftOut()) return undefined
  if (typeof part.value === 'string') return part.value.split(',').map((name) => name.trim())
  return readTexts(part.list(), 'name').map(({ name }) => name)
}

/** Without a list of groups, any name makes one. */
function checkGroups(
  part: Part,
  fields: readonly FileField[],
  groups: OwnerPresentation['groups'],
): void {
  if (!groups) return
  const luids = groups.map(({ luid }) => luid)
  const parts = part.list()
  for (const [index, { group }] of fields.entries()) {
    if (group === undefined || luids.includes(group)) continue
    const place = parts[index]?.at('group')
    const hint = nearestHint(group, luids)
    place?.problem('noGroup', { name: quoted(group), names: luids.join(', '), hint })
  }
}
