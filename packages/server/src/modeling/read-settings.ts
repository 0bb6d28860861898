/** Reads the settings of a root space in a schema file. */
import { isFrameHost, isTextElement } from '@octavo/schema/names.ts'
import { maxRetentionDays } from '@octavo/schema/admin/definitions.ts'
import { nameOf, readTexts, type Part } from './reading.ts'
import type { FileSettings } from './schema-file.ts'

const mostEntries = 100

type Readers = { [Name in keyof FileSettings]-?: (part: Part) => FileSettings[Name] }

const readers: Readers = {
  extendedWrites: (part) => part.flag(false),
  iframeHosts: (part) =>
    part.value === null ? null : readList(part, 'host', isFrameHost, 'notHost'),
  textElements: (part) => readList(part, 'element', isTextElement, 'notElement'),
  keepsLocation: (part) => part.flag(false),
  revisions: readRetention,
}

/** All settings that a schema file can have. */
export const exportedSettings = Object.keys(readers) as (keyof FileSettings)[]

export function readSettings(part: Part): FileSettings {
  if (part.value === undefined || !part.isObject()) return {}
  part.checkKeys(exportedSettings)
  const given = exportedSettings.filter((name) => part.at(name).value !== undefined)
  return Object.fromEntries(given.map((name) => [name, readers[name](part.at(name))]))
}

const periods = ['sessionDays', 'publicationDays'] as const

function readRetention(part: Part): FileSettings['revisions'] {
  if (!part.isObject()) return {}
  part.checkKeys(periods)
  const given = periods.filter((name) => part.at(name).value !== undefined)
  return Object.fromEntries(given.map((name) => [name, readDays(part.at(name))]))
}

function readDays(part: Part): number | null {
  const { value } = part
  if (value === null) return null
  const isValid = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxRetentionDays
  if (!isValid) part.problem('wantsDays', { max: maxRetentionDays, value: nameOf(value) })
  return isValid ? Number(value) : null
}

function readList(
  list: Part,
  noun: string,
  isValid: (text: string) => boolean,
  problem: 'notHost' | 'notElement',
): string[] {
  const parts = list.list()
  if (parts.length > mostEntries) {
    list.problem('tooManyEntries', { has: parts.length, max: mostEntries })
  }
  const texts = readTexts(parts, noun)
  for (const { name, part } of texts) if (!isValid(name)) part.problem(problem)
  return texts.map(({ name }) => name)
}
