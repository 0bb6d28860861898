import { fieldTypeNames, typesIn, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Owner } from '@octavo/schema/field-types/field-type.ts'
import { say } from '@octavo/schema/problems.ts'
import { settingsOf, typesWith } from './field-settings.ts'
import { checkRenames, readNames } from './names.ts'
import {
  checkDistinct,
  checkKeys,
  nameOf,
  nearest,
  readEntry,
  readFlag,
  readList,
  within,
  type Checking,
  type Entry,
} from './reading.ts'
import type { FileField } from './schema-file.ts'

/** A field as read, and where it stands in the file. */
export interface ReadField {
  field: FileField
  path: string
}

const commonKeys = ['luid', 'was', 'name', 'type', 'required', 'translatable']

/** Reads a list of fields; `note` hears of each, those inside repeats included. */
export function readFields(
  value: unknown,
  path: string,
  owner: Owner,
  checking: Checking,
  note: (read: ReadField) => void,
): FileField[] {
  if (value === undefined) checking.problem(path, say('fieldsMissing'))
  else if (Array.isArray(value) && value.length === 0 && owner === 'repeat') {
    checking.problem(path, say('repeatEmpty'))
  }
  const read = readList(value, path, checking).flatMap((entry, index) => {
    const fieldPath = `${path}[${index}]`
    const field = readField(entry, fieldPath, owner, checking, note)
    return field ? [{ field, path: fieldPath }] : []
  })
  const luids = read.map(({ field, path: at }) => ({ name: field.luid, path: `${at}.luid` }))
  checkDistinct(luids, 'field', checking)
  checkRenames(
    read.map((one) => ({ names: one.field, path: one.path })),
    'field',
    checking,
  )
  read.forEach(note)
  return read.map(({ field }) => field)
}

function readField(
  value: unknown,
  path: string,
  owner: Owner,
  checking: Checking,
  note: (read: ReadField) => void,
): FileField | undefined {
  const entry = readEntry(value, path, checking)
  if (!entry) return undefined
  const names = readNames(entry, path, checking)
  const type = readType(entry.type, `${path}.type`, owner, checking)
  if (!type) return undefined
  checkFieldKeys(entry, type, path, checking)
  const settings: Record<string, unknown> = {
    type,
    required: readFlag(entry.required, `${path}.required`, false, checking),
    translatable: readFlag(entry.translatable, `${path}.translatable`, true, checking),
  }
  for (const [key, setting] of settingsOf(type)) {
    settings[key] = setting.read(entry[key], `${path}.${key}`, checking, settings)
  }
  if (type === 'repeat') {
    settings.fields = readFields(entry.fields, `${path}.fields`, 'repeat', checking, note)
  }
  checkPossible(entry, path, owner, checking)
  return names && ({ ...names, ...settings } as FileField)
}

function readType(
  value: unknown,
  path: string,
  owner: Owner,
  checking: Checking,
): FieldTypeName | undefined {
  const type = fieldTypeNames.find((name) => name === value)
  if (!type) {
    const meant = typeof value === 'string' ? nearest(value, fieldTypeNames) : undefined
    const hint = meant ? `did you mean "${meant}"?` : `use one of ${fieldTypeNames.join(', ')}`
    const isMissing = value === undefined
    checking.problem(
      path,
      isMissing ? say('typeMissing', { hint }) : say('noFieldType', { value: nameOf(value), hint }),
    )
    return undefined
  }
  if (!typesIn(owner).includes(type)) {
    const problem = owner === 'repeat' ? 'notInRepeat' : 'notInFieldSet'
    checking.problem(path, say(problem, { type, typeWord: type }))
  }
  return type
}

function checkFieldKeys(entry: Entry, type: FieldTypeName, path: string, checking: Checking): void {
  const own = [...settingsOf(type).map(([key]) => key), ...(type === 'repeat' ? ['fields'] : [])]
  const known = [...commonKeys, ...own]
  const unknown: Record<string, unknown> = {}
  for (const key of Object.keys(entry)) {
    const types = key === 'fields' ? ['repeat'] : typesWith(key)
    if (known.includes(key)) continue
    if (types.length === 0) unknown[key] = entry[key]
    else {
      const words = { type, typeWord: type, key, types: types.join(', ') }
      checking.problem(within(path, key), say('settingElsewhere', words))
    }
  }
  checkKeys(unknown, known, path, checking)
}

function checkPossible(entry: Entry, path: string, owner: Owner, checking: Checking): void {
  if (owner !== 'model' && entry.unique === true) {
    checking.problem(`${path}.unique`, say('uniqueInside'))
  }
  if (owner === 'repeat' && entry.translatable !== undefined) {
    checking.problem(`${path}.translatable`, say('translatableInRepeat'))
  }
}
