/** The settings of fields as a schema file writes them: how they are read, and what they are by default. */
import type { Option, SettingKind } from '@octavo/schema/field-types/settings.ts'
import { factsOf, fieldTypeNames, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { say } from '@octavo/schema/problems.ts'
import { patternFault } from './pattern.ts'
import {
  checkDistinct,
  checkKeys,
  isLeftOut,
  nameOf,
  readEntry,
  readFlag,
  readList,
  readName,
  readOptionalText,
  readText,
  shortened,
  type Checking,
  type Entry,
} from './reading.ts'

/** One setting: reads its value; the field's other settings, already read, stand in `before`. */
interface Setting<Value> {
  read(value: unknown, path: string, checking: Checking, before: Entry): Value
  /** What it is where the file does not say; such values are left out of exports. */
  otherwise: Value
}

const unique: Setting<boolean> = {
  otherwise: false,
  read: (value, path, checking) => readFlag(value, path, false, checking),
}

const maxLength: Setting<number | null> = {
  otherwise: null,
  read(value, path, checking) {
    if (isLeftOut(value)) return null
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
    checking.problem(path, say('notLength', { value: nameOf(value) }))
    return null
  },
}

const pattern: Setting<string | null> = {
  otherwise: null,
  read(value, path, checking) {
    const text = readOptionalText(value, path, checking)
    const fault = text === null ? undefined : patternFault(text)
    if (fault !== undefined) checking.problem(path, say('badPattern', { reason: fault }))
    return text
  },
}

const linesDefault: Setting<string | null> = {
  otherwise: null,
  read(value, path, checking) {
    const text = readOptionalText(value, path, checking)
    if (text !== '') return text
    checking.problem(path, say('defaultEmpty'))
    return null
  },
}

const lineDefault: Setting<string | null> = {
  otherwise: null,
  read(value, path, checking, before) {
    const text = linesDefault.read(value, path, checking, before)
    if (text !== null && /[\r\n]/.test(text)) checking.problem(path, say('oneLine'))
    return text
  },
}

const booleanDefault: Setting<boolean> = {
  otherwise: false,
  read: (value, path, checking) => readFlag(value, path, false, checking),
}

const options: Setting<Option[]> = {
  otherwise: [],
  read(value, path, checking) {
    if (value === undefined) checking.problem(path, say('optionsMissing'))
    else if (Array.isArray(value) && value.length === 0) {
      checking.problem(path, say('optionsEmpty'))
    }
    const found = readList(value, path, checking).flatMap((option, index) =>
      readOption(option, `${path}[${index}]`, checking),
    )
    const names = found.map((option) => ({ name: option.value, path: option.path }))
    checkDistinct(names, 'option', checking)
    return found.map((option) => ({ value: option.value, label: option.label }))
  },
}

function readOption(
  option: unknown,
  path: string,
  checking: Checking,
): (Option & { path: string })[] {
  if (typeof option === 'string') {
    const value = readOptionValue(option, path, checking)
    return value === undefined ? [] : [{ value, label: value, path }]
  }
  if (typeof option !== 'object' || option === null || Array.isArray(option)) {
    checking.problem(path, say('wantsOption', { is: nameOf(option) }))
    return []
  }
  const entry = readEntry(option, path, checking) ?? {}
  checkKeys(entry, ['value', 'label'], path, checking)
  const value = readOptionValue(entry.value, `${path}.value`, checking)
  const label = readName(entry.label, `${path}.label`, value ?? '', checking)
  return value === undefined ? [] : [{ value, label, path }]
}

function readOptionValue(value: unknown, path: string, checking: Checking): string | undefined {
  const text = readText(value, path, checking)
  if (text !== '') return text
  checking.problem(path, say('optionEmpty'))
  return undefined
}

const optionDefault: Setting<string | null> = {
  otherwise: null,
  read(value, path, checking, before) {
    const text = readOptionalText(value, path, checking)
    if (text !== null) checkIsOption(text, path, checking, before)
    return text
  },
}

const optionsDefault: Setting<string[]> = {
  otherwise: [],
  read(value, path, checking, before) {
    const chosen = readList(value, path, checking).flatMap((entry, index) => {
      const name = readText(entry, `${path}[${index}]`, checking)
      return name === undefined ? [] : [{ name, path: `${path}[${index}]` }]
    })
    for (const { name, path: at } of chosen) checkIsOption(name, at, checking, before)
    checkDistinct(chosen, 'option', checking)
    return chosen.map(({ name }) => name)
  },
}

function checkIsOption(value: string, path: string, checking: Checking, before: Entry): void {
  const known = (before.options as Option[]).map((option) => option.value)
  if (known.length === 0 || known.includes(value)) return
  const names = known.map((name) => JSON.stringify(shortened(name))).join(', ')
  checking.problem(path, say('defaultNotOption', { options: names, value: nameOf(value) }))
}

/** Names of other definitions; whether these exist is checked when all of the file is known. */
const models: Setting<string[] | null> = {
  otherwise: null,
  read(value, path, checking) {
    if (isLeftOut(value)) return null
    const names = readNames(value, path, 'model', checking)
    if (Array.isArray(value) && value.length === 0) {
      checking.problem(path, say('modelsEmpty'))
    }
    return names
  },
}

const fieldSets: Setting<string[]> = {
  otherwise: [],
  read(value, path, checking) {
    if (value === undefined) checking.problem(path, say('fieldSetsMissing'))
    else if (Array.isArray(value) && value.length === 0) {
      checking.problem(path, say('fieldSetsEmpty'))
    }
    return readNames(value, path, 'field set', checking)
  },
}

function readNames(value: unknown, path: string, noun: string, checking: Checking): string[] {
  const names = readList(value, path, checking).flatMap((entry, index) => {
    const name = readText(entry, `${path}[${index}]`, checking)
    return name === undefined ? [] : [{ name, path: `${path}[${index}]` }]
  })
  checkDistinct(names, noun, checking)
  return names.map(({ name }) => name)
}

const settings = {
  unique,
  maxLength,
  pattern,
  lineDefault,
  linesDefault,
  booleanDefault,
  options,
  optionDefault,
  optionsDefault,
  models,
  fieldSets,
} satisfies Record<SettingKind, Setting<unknown>>

export function settingsOf(type: FieldTypeName): [name: string, setting: Setting<unknown>][] {
  const kinds = Object.entries<SettingKind>(factsOf(type).settings)
  return kinds.map(([name, kind]) => [name, settings[kind]])
}

/** Types of field that have this setting. */
export function typesWith(setting: string): string[] {
  return fieldTypeNames.filter((type) => Object.hasOwn(factsOf(type).settings, setting))
}
