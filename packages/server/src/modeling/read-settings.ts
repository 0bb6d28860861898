/** Reads the settings of a root space in a schema file. */
import { isFrameHost, isTextElement } from '@octavo/schema/names.ts'
import type { Part } from './reading.ts'
import { readTexts } from './reading.ts'
import { exportedSettings, type FileSettings } from './schema-file.ts'

const mostEntries = 100

export function readSettings(part: Part): FileSettings {
  if (part.value === undefined || !part.isObject()) return {}
  part.checkKeys(exportedSettings)
  const [writes, hosts, elements] = [
    part.at('extendedWrites'),
    part.at('iframeHosts'),
    part.at('textElements'),
  ]
  return {
    ...(writes.value !== undefined && { extendedWrites: writes.flag(false) }),
    ...(hosts.value !== undefined && {
      iframeHosts: hosts.value === null ? null : readList(hosts, 'host', isFrameHost, 'notHost'),
    }),
    ...(elements.value !== undefined && {
      textElements: readList(elements, 'element', isTextElement, 'notElement'),
    }),
  }
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
