/** The settings of fields in a schema file: how to read them, and their defaults. */
import { isDecimal } from '@octavo/schema/decimals.ts'
import type { Option, SettingKind } from '@octavo/schema/field-types/settings.ts'
import { factsOf, fieldTypeNames, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { isColor, isEmail, isUrl } from '@octavo/schema/formats.ts'
import type { ProblemCode, ProblemValues } from '@octavo/schema/problems.ts'
import { isSlug } from '@octavo/schema/slugs.ts'
import { isDate } from '@octavo/schema/times.ts'
import { maxEntries } from '../fields/input.ts'
import { exactnessFault, jsonFault, lengthFault } from '../fields/json-value.ts'
import { isDegrees } from '../fields/location.ts'
import { isId, isObject } from '../fields/stored-shapes.ts'
import { readJsonSchema } from './check-json-schema.ts'
import { patternFault } from './pattern.ts'
import { isPresentedBy, readStudioTexts } from './read-presentation.ts'
import { checkDistinct, nameOf, Part, quoted, readTexts, type PlacedName } from './reading.ts'

/** Reads a setting; `before` has the settings that were read already. */
type ReadSetting = (part: Part, before: Readonly<Record<string, unknown>>) => unknown

const readFlag: ReadSetting = (part) => part.flag(false)

const settings: Record<SettingKind, ReadSetting> = {
  unique: readFlag,
  maxLength(part) {
    const { value } = part
    if (part.isLeftOut() || (Number.isSafeInteger(value) && Number(value) > 0)) return value ?? null
    part.problem('notLength', { value: nameOf(value) })
    return null
  },
  pattern(part) {
    const text = part.optionalText()
    const reason = text === null ? undefined : patternFault(text)
    if (reason !== undefined) part.problem('badPattern', { reason })
    return text
  },
  integer: readFlag,
  minNumber: readNumber,
  maxNumber: (part, before) => notBelowMin(readNumber(part), part, before),
  step(part) {
    const step = readNumber(part)
    if (step !== null && step <= 0) part.problem('stepTooSmall', { value: step })
    return step
  },
  unit: (part) => (part.isLeftOut() ? null : part.name('')),
  numberDefault(part, { integer, min, max }) {
    const number = readNumber(part)
    if (number === null) return null
    if (integer === true && !Number.isInteger(number)) part.problem('notInteger')
    if (typeof min === 'number' && number < min) part.problem('tooSmall', { min })
    if (typeof max === 'number' && number > max) part.problem('tooLarge', { max })
    return number
  },
  dateDefault(part) {
    const text = part.optionalText()
    if (text !== null && !isDate(text)) part.problem('wantsDate', { value: nameOf(text) })
    return text
  },
  urlDefault: (part) => readFormat(part, isUrl, 'notUrl'),
  emailDefault: (part) => readFormat(part, isEmail, 'notEmail'),
  colorDefault: (part) => readFormat(part, isColor, 'notColor')?.toLowerCase() ?? null,
  jsonSchema: readJsonSchema,
  jsonDefault(part) {
    if (part.isLeftOut()) return null
    const fault =
      jsonFault(part.value) ?? exactnessFault(part.value) ?? lengthFault(JSON.stringify(part.value))
    if (fault) part.problem(fault.code, fault.values)
    return part.value
  },
  locationDefault(part) {
    if (part.isLeftOut() || !part.isObject()) return null
    part.checkKeys(['lat', 'lng'])
    const [lat, lng] = [part.at('lat'), part.at('lng')]
    if (!isDegrees(lat.value, 'lat')) lat.problem('notLatitude')
    if (!isDegrees(lng.value, 'lng')) lng.problem('notLongitude')
    return { lat: lat.value, lng: lng.value }
  },
  lineDefault(part) {
    const text = readDefault(part)
    if (text !== null && /[\r\n]/.test(text)) part.problem('oneLine')
    return text
  },
  linesDefault: readDefault,
  booleanDefault: readFlag,
  options(part) {
    const parts = part.list({ missing: 'optionsMissing', empty: 'optionsEmpty' })
    const found = parts.flatMap(readOption)
    checkDistinct(found, 'option')
    return found.map(({ name: value, part: _part, ...texts }): Option => ({ value, ...texts }))
  },
  optionDefault(part, before) {
    const text = part.optionalText()
    if (text !== null) checkIsOption({ name: text, part }, before)
    return text
  },
  optionsDefault(part, before) {
    const chosen = readTexts(part.list(), 'option')
    for (const one of chosen) checkIsOption(one, before)
    return chosen.map(({ name }) => name)
  },
  minEntries: readEntryCount,
  maxEntries: (part, before) => notBelowMin(readEntryCount(part), part, before),
  models: (part) => (part.isLeftOut() ? null : readReferences(part, 'model')),
  sourceField: (part) => part.optionalText(),
  slugDefault: (part) => readFormat(part, isSlug, 'notSlug', { example: 'untitled' }),
  referencesDefault(part, { max }) {
    const ids = new Set<number>()
    const parts = part.isLeftOut() ? [] : part.list()
    for (const one of parts) {
      if (!isId(one.value)) one.problem('notId', { what: 'content' })
      else if (ids.has(one.value)) one.problem('repeatsItem', { id: one.value })
      else ids.add(one.value)
    }
    const atMost = typeof max === 'number' ? max : maxEntries
    if (parts.length > atMost) part.problem('tooManyEntries', { max: atMost, has: parts.length })
    return [...ids]
  },
  fieldSets: (part) => readReferences(part, 'field set'),
}

function notBelowMin(
  max: number | null,
  part: Part,
  { min }: Readonly<Record<string, unknown>>,
): number | null {
  if (max !== null && typeof min === 'number' && max < min) {
    part.problem('maxBelowMin', { min, max })
  }
  return max
}

/** A text of a fixed format. */
function readFormat(
  part: Part,
  isValid: (text: string) => boolean,
  problem: ProblemCode,
  values?: ProblemValues,
): string | null {
  const text = part.optionalText()
  if (text !== null && !isValid(text)) part.problem(problem, values)
  return text
}

function readNumber(part: Part): number | null {
  if (part.isLeftOut()) return null
  const value = part.value === 0 ? 0 : part.value
  if (isDecimal(value)) return value
  part.problem('wantsNumber', { value: nameOf(value) })
  return null
}

/** The number of entries of a list; null for any. */
function readEntryCount(part: Part): number | null {
  const { value } = part
  if (part.isLeftOut()) return null
  if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= maxEntries) {
    return Number(value)
  }
  part.problem('notEntryCount', { max: maxEntries, value: nameOf(value) })
  return null
}

function readDefault(part: Part): string | null {
  const text = part.optionalText()
  if (text !== '') return text
  part.problem('defaultEmpty')
  return null
}

function readOption(option: Part): (PlacedName & Omit<Option, 'value'>)[] {
  const { value: given } = option
  const isText = typeof given === 'string'
  if (!isText && !isObject(given)) {
    option.problem('wantsOption', { is: nameOf(given) })
    return []
  }
  if (!isText) option.checkKeys(['value', 'label', 'labels'])
  const part = isText ? option : option.at('value')
  const name = part.text()
  if (name === '') part.problem('optionEmpty')
  const label = isText ? given : option.at('label').name(name ?? '')
  const labels = isText ? undefined : readStudioTexts(option.at('labels'))
  return name ? [{ name, label, ...(labels && { labels }), part: option }] : []
}

function checkIsOption(
  { name, part }: PlacedName,
  before: Readonly<Record<string, unknown>>,
): void {
  const known = (before['options'] as Option[]).map(({ value }) => value)
  if (known.length === 0 || known.includes(name)) return
  part.problem('defaultNotOption', { options: known.map(quoted).join(', '), value: nameOf(name) })
}

function readReferences(part: Part, what: 'model' | 'field set'): string[] {
  const parts = part.list(
    what === 'model'
      ? { empty: 'modelsEmpty' }
      : { missing: 'fieldSetsMissing', empty: 'fieldSetsEmpty' },
  )
  const names = readTexts(parts, what)
  part.checking.references.push(...names.map((name) => ({ what, ...name })))
  return names.map(({ name }) => name)
}

export function settingsOf(type: FieldTypeName): [name: string, read: ReadSetting][] {
  const kinds = Object.entries<SettingKind>(factsOf(type).settings)
  return kinds.map(([name, kind]) => [name, settings[kind]])
}

const leftOut = new Part(undefined, '', { report() {}, references: [] })

/** The default of a setting that the file omits. */
export function defaultOf(read: ReadSetting): unknown {
  return read(leftOut, {})
}

/** Field types that have this setting. */
export function typesWith(setting: string): string[] {
  return fieldTypeNames.filter(
    (type) => Object.hasOwn(factsOf(type).settings, setting) || isPresentedBy(type, setting),
  )
}
