import { fieldTypeNames, typesIn, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Owner } from '@octavo/schema/field-types/field-type.ts'
import { settingsOf, typesWith } from './field-settings.ts'
import { nearest } from '@octavo/schema/nearest.ts'
import { nameKeys, readNamed } from './read-named.ts'
import { isPresentedBy, fieldPresentationKeys, readFieldPresentation } from './read-presentation.ts'
import { nameOf, type Part } from './reading.ts'
import type { FileField, FileNames } from './schema-file.ts'

const commonKeys = [...nameKeys, 'type', 'required', 'translatable']

export function readFields(part: Part, owner: Owner): FileField[] {
  const parts = part.list({
    missing: 'fieldsMissing',
    ...(owner === 'repeat' && { empty: 'repeatEmpty' }),
  })
  return readNamed(parts, 'field', (field, names) => readField(field, names, owner))
}

function readField(part: Part, names: FileNames, owner: Owner): FileField | undefined {
  const type = readType(part.at('type'), owner)
  if (!type) return undefined
  checkFieldKeys(part, type)
  const settings: Record<string, unknown> = {
    type,
    required: part.at('required').flag(false),
    translatable: part.at('translatable').flag(true),
  }
  for (const [key, read] of settingsOf(type)) settings[key] = read(part.at(key), settings)
  if (type === 'repeat') settings['fields'] = readFields(part.at('fields'), 'repeat')
  if (type === 'fieldset' && names.luid !== '') {
    part.checking.references.push({ what: 'field set', name: names.luid, part: part.at('luid') })
  }
  checkPossible(part, owner)
  return { ...names, ...settings, ...readFieldPresentation(part, type) } as FileField
}

function readType(part: Part, owner: Owner): FieldTypeName | undefined {
  const { value } = part
  const type = fieldTypeNames.find((name) => name === value)
  if (!type) {
    const meant = typeof value === 'string' ? nearest(value, fieldTypeNames) : undefined
    const hint = meant ? `did you mean "${meant}"?` : `use one of ${fieldTypeNames.join(', ')}`
    if (value === undefined) part.problem('typeMissing', { hint })
    else part.problem('noFieldType', { value: nameOf(value), hint })
    return undefined
  }
  if (!typesIn(owner).includes(type)) {
    part.problem(owner === 'repeat' ? 'notInRepeat' : 'notInFieldSet', { type, typeWord: type })
  }
  return type
}

function checkFieldKeys(part: Part, type: FieldTypeName): void {
  const own = [...settingsOf(type).map(([key]) => key), ...(type === 'repeat' ? ['fields'] : [])]
  const shown = fieldPresentationKeys.filter((key) => isPresentedBy(type, key))
  const known = [...commonKeys, ...own, ...shown]
  const unknown: string[] = []
  for (const key of part.keys().filter((name) => !known.includes(name))) {
    const types = (key === 'fields' ? ['repeat'] : typesWith(key)).join(', ')
    if (types === '') unknown.push(key)
    else part.at(key).problem('settingElsewhere', { type, typeWord: type, key, types })
  }
  part.checkKeys(known, unknown)
}

function checkPossible(part: Part, owner: Owner): void {
  const [unique, translatable] = [part.at('unique'), part.at('translatable')]
  if (owner !== 'model' && unique.value === true) unique.problem('uniqueInside')
  if (owner === 'repeat' && translatable.value !== undefined) {
    translatable.problem('translatableInRepeat')
  }
}
