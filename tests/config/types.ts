/**
 * Configurations that must compile, and others that must not. Nothing here runs: `tsc` checks it, and an
 * expected error that does not come is an error itself.
 */
import type { Client } from '@octavo/client'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import {
  defineConfig,
  defineFieldSet,
  defineModel,
  field,
  type FieldSettings,
  type ItemOf,
  type SchemaOf,
} from 'octavo/config'
import type { variableOfKey } from '../../packages/server/src/config-file/server-settings.ts'
import type { Variable } from '../../packages/server/src/setting-variables.ts'
import { article, author, quote, seo, type config } from './definitions.ts'

type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Is<Expected> = <Given>(
  value: Given,
  ...same: Both<Given, Expected> extends true ? [] : [never]
) => void

declare function is<Expected>(): Is<Expected>

export async function inferring(client: Client<SchemaOf<typeof config>>): Promise<void> {
  const { data } = await client.list({ model: 'article', where: { author: { name: { eq: 'A' } } } })
  const [first] = data
  if (!first) return
  is<string | null>()(first.title)
  is<'news' | 'essay' | null>()(first.kind)
  is<('sea' | 'hills')[]>()(first.tags)
  is<string | null | undefined>()(first.author?.name)
  is<'_parent' | 'tokyo'>()(first._space)
  is<string | null>()(first.seo.meta_title)
  is<'author' | 'article' | undefined>()(first.links[0]?.to?._model)
  for (const block of first.blocks) is<string | null>()(block.fields.words)
  is<ItemOf<typeof article, typeof config>>()(first)
  // @ts-expect-error: there is no such model
  await client.list({ model: 'page' })
  // @ts-expect-error: the title is shared by all languages
  await client.create({ model: 'article', fields: {}, translations: { ja: { title: 'x' } } })
}

export function items(
  one: ItemOf<typeof article>,
  flat: ItemOf<typeof article, null, 0>,
  writer: ItemOf<typeof author>,
  whole: ItemOf<typeof author, typeof config>,
): void {
  is<'article'>()(one._model)
  is<string | null>()(one.title)
  is<string | null | undefined>()(one.author?.name)
  is<number | null>()(flat.author)
  is<boolean>()(one.seo.no_index)
  is<string | null | undefined>()(whole.newest?.body)
  is<'article' | undefined>()(writer.newest?._model)
  // @ts-expect-error: of a model that is named by LUID alone only system properties are known
  void writer.newest?.body
  // @ts-expect-error: there is no such field
  void one.subtitle
}

/** Every field type has a builder: a new one does not compile without. */
export const builders: Record<FieldTypeName, unknown> = field
export const settings: FieldSettings<'text'> = { pattern: '^a', maxLength: 3, unique: true }

/** Set by the loader, or a credential or address that belongs to whoever runs a command. */
type NotInFile = 'OCTAVO_MODELS_FILE' | 'OCTAVO_URL' | 'OCTAVO_TOKEN'

/** Every other variable has a key in the file. */
export function covering(variable: Exclude<Variable, NotInFile>): void {
  is<(typeof variableOfKey)[keyof typeof variableOfKey]>()(variable)
}

export function wrongFields(): void {
  // @ts-expect-error: text has no such setting
  field.text('a', { options: ['x'] })
  // @ts-expect-error: a misspelled setting
  field.text('a', { requird: true })
  // @ts-expect-error: a length is a number
  field.text('a', { maxLength: '70' })
  // @ts-expect-error: a select needs options
  field.select('a')
  // @ts-expect-error: the default is none of the options
  field.select('a', { options: ['x', 'y'], default: 'z' })
  // @ts-expect-error: one of the defaults is none of the options
  field.multiselect('a', { options: ['x', 'y'], default: ['z'] })
  // @ts-expect-error: a repeat holds no repeat
  field.repeat('a', { fields: [field.repeat('b', { fields: [field.text('c')] })] })
  // @ts-expect-error: a combination needs field sets
  field.combination('a', {})
  field.reference('a')
  field.fieldset('seo', { name: 'SEO' })
}

export function wrongPresentation(): void {
  const kind = field.select('kind', { options: ['x'] })
  const shown = field.text('a', { showWhen: { kind: { eq: 'x' }, $or: [] }, clearWhenHidden: true })
  defineModel({ luid: 'm', fields: [kind, shown] })
  // @ts-expect-error: there is no such field beside it
  defineModel({ luid: 'm', fields: [kind, field.text('a', { showWhen: { kin: { eq: 'x' } } })] })
  const grouped = field.text('b', { group: 'seo', names: { ja: '題' } })
  defineModel({ luid: 'm', fields: [grouped], columns: ['b', '_created_at'], order: ['-b'] })
  defineModel({ luid: 'm', groups: [{ luid: 'seo' }], fields: [grouped] })
  // @ts-expect-error: there is no such group
  defineModel({ luid: 'm', groups: [{ luid: 'sea' }], fields: [grouped] })
  // @ts-expect-error: there is no such column
  defineModel({ luid: 'm', fields: [grouped], columns: ['c'] })
  // @ts-expect-error: a picture is a media field
  defineModel({ luid: 'm', fields: [grouped], picture: 'b' })
  // @ts-expect-error: there is no such icon
  defineModel({ luid: 'm', fields: [grouped], icon: 'unicorn' })
  // @ts-expect-error: Studio has no such language
  field.text('c', { names: { fr: 'prix' } })
  field.text('d', { pattern: '^x', patternMessage: 'begin with x', warn: ['pattern', 'required'] })
  field.references('d', { min: 1, warn: ['min'] })
  // @ts-expect-error: a number has no pattern
  field.number('d', { warn: ['pattern'] })
  // @ts-expect-error: nor its message
  field.number('d', { patternMessage: 'x' })
}

export function wrongOwners(): void {
  // @ts-expect-error: there is no such field
  defineModel({ luid: 'a', title: 'nam', fields: [field.text('name')] })
  // @ts-expect-error: this type cannot be a title
  defineModel({ luid: 'a', title: 'cover', fields: [field.text('name'), field.media('cover')] })
  // @ts-expect-error: a misspelled key
  defineModel({ luid: 'a', titel: 'name', fields: [field.text('name')] })
  // @ts-expect-error: a field set holds no field set
  defineFieldSet({ luid: 'a', fields: [field.fieldset(seo)] })
  defineModel({ luid: 'a', fields: [] })
}

export function wrongConfigs(): void {
  const lost = defineModel({ luid: 'b', fields: [field.reference('to', { models: ['autor'] })] })
  // @ts-expect-error: the model is not there
  defineConfig({ languages: ['en'], models: [author, article, lost], fieldSets: [seo, quote] })
  // @ts-expect-error: the model is not listed
  defineConfig({ languages: ['en'], models: [article], fieldSets: [seo, quote] })
  // @ts-expect-error: a field set is not listed
  defineConfig({ languages: ['en'], models: [author, article], fieldSets: [seo] })
  // @ts-expect-error: a misspelled key
  defineConfig({ langages: ['en'] })
  // @ts-expect-error: a port is a number
  defineConfig({ port: '4000' })
  defineConfig({ languages: ['en'], models: [author, article], fieldSets: [seo, quote] })
}
