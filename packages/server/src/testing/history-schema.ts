/** The schema of generated histories, and its names in the reference model. */
import { defaultRootSettings, type Field, type RootDefinition } from '@octavo/schema/definitions.ts'
import type { StoredValues } from '../fields/field-type.ts'
import type { ModelSchema, Values } from './history-model.ts'
import { optionsOf, sampleField } from './sample-root.ts'

const ids = {
  title: 201,
  slug: 202,
  body: 203,
  flag: 204,
  kind: 205,
  author: 206,
  seo: 207,
  links: 208,
  name: 301,
}
const seoIds = { meta: 401, robots: 402 }
const linkIds = { label: 501, to: 502 }

/** `suffix` renames every field and model, which must not affect content. */
export function historyRoot(
  version: number,
  { titleField, isBodyTranslatable }: ModelSchema,
  suffix: string,
): RootDefinition {
  const articleFields: Field[] = [
    sampleField('text', ids.title, `title${suffix}`, { required: true, maxLength: 20 }),
    sampleField('text', ids.slug, `slug${suffix}`, { unique: true, translatable: false }),
    sampleField('multiline', ids.body, `body${suffix}`, { translatable: isBodyTranslatable }),
    sampleField('boolean', ids.flag, `flag${suffix}`),
    sampleField('select', ids.kind, `kind${suffix}`, { options: optionsOf('news', 'essay') }),
    sampleField('reference', ids.author, `author${suffix}`),
    sampleField('fieldset', ids.seo, `seo${suffix}`, { fieldSet: 51 }),
    sampleField('repeat', ids.links, `links${suffix}`, {
      fields: [
        sampleField('text', linkIds.label, 'label'),
        sampleField('reference', linkIds.to, 'to'),
      ],
    }),
  ]
  return {
    id: 1,
    luid: 'main',
    name: 'Main',
    version,
    languages: [
      { id: 1, key: 'en', bit: 0 },
      { id: 2, key: 'ja', bit: 1 },
      { id: 3, key: 'fr', bit: 2 },
    ],
    spaces: [
      { id: 11, luid: '_parent', name: 'Main' },
      { id: 12, luid: 'tokyo', name: 'Tokyo' },
    ],
    fieldSets: [
      {
        id: 51,
        luid: `seo${suffix}`,
        name: 'SEO',
        fields: [
          sampleField('text', seoIds.meta, 'meta'),
          sampleField('text', seoIds.robots, 'robots', { translatable: false }),
        ],
      },
    ],
    models: [
      {
        id: 61,
        luid: `author${suffix}`,
        name: 'Author',
        titleFieldId: ids.name,
        fields: [sampleField('text', ids.name, `name${suffix}`)],
      },
      {
        id: 62,
        luid: `article${suffix}`,
        name: 'Article',
        titleFieldId: ids[titleField],
        fields: suffix === '' ? articleFields : articleFields.toReversed(),
      },
    ],
    settings: defaultRootSettings,
  }
}

/** The expected stored values. */
export function storedOf(values: Values): StoredValues {
  const stored: StoredValues = {}
  for (const [name, value] of Object.entries(values)) {
    const id = ids[name as keyof typeof ids]
    if (name === 'seo') stored[id] = renamed(value as Values, seoIds)
    else if (name === 'links')
      stored[id] = (value as Values[]).map((link) => renamed(link, linkIds))
    else stored[id] = value as string
  }
  return stored
}

/** The expected index rows, as `field id, key`. */
export function indexKeysOf(model: string, values: Values): string[] {
  const { seo, links, flag, ...plain } = values
  const rows = Object.entries(plain).map(
    ([name, value]) => `${ids[name as keyof typeof ids]} ${String(value)}`,
  )
  if (model === 'article') rows.push(`${ids.flag} ${flag === true}`)
  for (const [name, value] of Object.entries((seo as Values | undefined) ?? {})) {
    rows.push(`${seoIds[name as keyof typeof seoIds]} ${String(value)}`)
  }
  const entries = (links as Values[] | undefined) ?? []
  // The filter `exists` needs a row for a field that is not empty.
  if (entries.length > 0) rows.push(`${ids.links} `)
  for (const link of entries) {
    for (const [name, value] of Object.entries(link)) {
      rows.push(`${linkIds[name as keyof typeof linkIds]} ${String(value)}`)
    }
  }
  return [...new Set([...rows, ...absencesBeside(model, rows)])].toSorted()
}

/** Fields without a key. A boolean always has one, and a field set is no value. */
function absencesBeside(model: string, rows: readonly string[]): string[] {
  const { flag: _flag, seo: _seo, name, ...own } = ids
  const every = [...Object.values(own), ...Object.values(seoIds), ...Object.values(linkIds)]
  const present = rows.map((row) => parseInt(row))
  const empty = (model === 'article' ? every : [name]).filter((id) => !present.includes(id))
  return empty.map((id) => `-${id} `)
}

function renamed(values: Values, names: Readonly<Record<string, number>>): StoredValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [names[name] ?? 0, value]),
  ) as StoredValues
}
