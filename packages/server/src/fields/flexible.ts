import { z } from 'zod'
import { defaultTextPolicy, formatsOf } from '../text/flexible.ts'
import type { FlexibleFormats } from '../text/flexible.ts'
import type { FieldType } from './field-type.ts'
import { readText } from './input.ts'
import { checkLength } from './length.ts'
import { plainTextOf } from './plain-text.ts'

/** All formats are derived when a text is written. `html` is omitted if it equals `portable_html`. */
type StoredFlexible = { portable_html: string; html?: string; text: string; markdown: string }

/** Text with markup. */
export const flexible: FieldType<'flexible', StoredFlexible> = {
  written(input, _field, path, writing) {
    const source = readText(input, path, writing)
    if (source === undefined) return undefined
    const formats = writing.parseText(source, path)
    if (formats === undefined) return undefined
    // Repaired markup may be longer, and an import must accept the stored value.
    if (readText(formats.portable_html, path, writing) === undefined) return undefined
    return storedFrom(formats)
  },

  publishable(stored, field, path, publishing) {
    checkLength(stored.text, field.maxLength, path, publishing)
  },

  isStored: (value): value is StoredFlexible => storedShape.safeParse(value).success,
  rendered(stored) {
    if (stored === undefined) return 'null'
    return {
      kind: 'formats',
      portable_html: JSON.stringify(stored.portable_html),
      html: JSON.stringify(stored.html ?? stored.portable_html),
      text: JSON.stringify(stored.text),
      markdown: JSON.stringify(stored.markdown),
    }
  },

  exported: (stored) => stored.portable_html,
  searchText: (stored) => stored.text,
  refreshed: (stored, policy) => storedFrom(formatsOf(stored.portable_html, policy)) ?? stored,

  jsonSchema: () => ({ type: ['string', 'null'] }),

  convertedFrom(stored, from, _field, parseText = parseHere) {
    if (from.type !== 'text' && from.type !== 'multiline') return undefined
    // Markup has one kind of line break; its original form is not part of the text.
    const lines = (plainTextOf(stored, from) ?? '').split(/\r\n|\r|\n/)
    const portable = `<p>${lines.map(escaped).join('<br>')}</p>`
    const formats = parseText(portable)
    const converted = formats && storedFrom(formats)
    return converted?.text === lines.join('\n') ? converted : undefined
  },
}

function parseHere(portable: string): FlexibleFormats {
  return formatsOf(portable, defaultTextPolicy)
}

const storedShape = z.object({
  portable_html: z.string(),
  html: z.string().optional(),
  text: z.string(),
  markdown: z.string(),
})

/** Elements that are visible without any text. */
const visibleElement = /<(?:img|iframe|video|audio|hr)\b|\sdata-service-ftelm=/

function storedFrom(formats: FlexibleFormats): StoredFlexible | undefined {
  const { portable_html, html, text, markdown } = formats
  if (text.trim() === '' && !visibleElement.test(portable_html)) return undefined
  return html === portable_html
    ? { portable_html, text, markdown }
    : { portable_html, html, text, markdown }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
