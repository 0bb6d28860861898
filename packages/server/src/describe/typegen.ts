/** The types of a space's models: one `Schema` for the client, and a type for each model's items. */
import type { Field, FieldSet, Model } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Typing } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { typeNames } from './type-names.ts'

export function typesOf(schema: Schema): string {
  const { root } = schema
  const typing = typingOf(schema)
  const members: [string, string][] = [
    ['languages', union(root.languages.map(({ key }) => key))],
    ['spaces', union(root.spaces.map(({ luid }) => luid))],
    ['hasSubSpaces', String(schema.hasSubSpaces)],
    ['extendedWrites', String(root.settings.extendedWrites)],
    ['fieldSets', block(root.fieldSets.map((set) => owner(set, typing)))],
    ['models', block(root.models.map((model) => owner(model, typing)))],
  ]
  const body = members.map(([name, type]) => `${name}: ${type}`)
  const parts = [
    '// Made by `octavo typegen` from the models of a space. Changes here are lost.',
    "import type { Depth, Item } from '@octavo/client'",
    '',
    ...docComment([`The space ${root.name}: give it to \`createClient<Schema>\`.`]),
    `export type Schema = ${block(body)}`,
    ...modelTypes(root.models),
  ]
  return `${parts.join('\n')}\n`
}

function modelTypes(models: readonly Model[]): string[] {
  const names = typeNames(models.map(({ luid }) => luid))
  return models.flatMap(({ luid, name }, index) => [
    '',
    ...docComment([`An item of the model ${name}; references are items down to \`D\`.`]),
    `export type ${names[index]}<D extends Depth = 1> = Item<Schema, ${quoted(luid)}, D>`,
  ])
}

function owner({ luid, name, fields }: FieldSet | Model, typing: Typing): string {
  const doc = name === luid ? [] : docComment([name])
  return [...doc, `${propertyName(luid)}: ${typing.fields(fields)}`].join('\n')
}

function typingOf(schema: Schema): Typing {
  const typing: Typing = {
    schema,
    union,
    shape(field, members = {}) {
      const all: [string, string][] = [['type', quoted(field.type)], ...Object.entries(members)]
      if (!field.translatable) all.push(['translatable', 'false'])
      const texts = all.map(([name, type]) => `${name}: ${type}`)
      return texts.some((text) => text.includes('\n')) ? block(texts) : `{ ${texts.join('; ')} }`
    },
    fields: (fields) =>
      block(
        fields.map((field) => {
          const type = fieldTypeOf(field).typescript?.(field, typing) ?? typing.shape(field)
          return [...docComment(aboutField(field)), `${propertyName(field.luid)}: ${type}`].join(
            '\n',
          )
        }),
      ),
  }
  return typing
}

/** What a person who fills in the field would want to know. */
function aboutField(field: Field): string[] {
  const about = field.name === field.luid ? [] : [field.name]
  if (field.required) about.push('Required.')
  if ('unique' in field && field.unique) about.push('Unique.')
  if ('maxLength' in field && field.maxLength !== null) {
    about.push(`At most ${field.maxLength} characters.`)
  }
  if ('pattern' in field && field.pattern !== null) about.push(`Matches ${field.pattern}`)
  if ('options' in field) {
    const labelled = field.options.filter(({ value, label }) => value !== label)
    about.push(...labelled.map(({ value, label }) => `- ${value}: ${label}`))
  }
  return about
}

/** Lines that cannot end the comment early, whatever people called things. */
function docComment(lines: readonly string[]): string[] {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim())
  const [only] = safe
  if (only === undefined) return []
  if (safe.length === 1) return [`/** ${only} */`]
  return ['/**', ...safe.map((line) => ` * ${line}`), ' */']
}

function block(entries: readonly string[]): string {
  if (entries.length === 0) return '{}'
  const lines = entries.map((entry) => `  ${entry.replaceAll('\n', '\n  ')}`)
  return `{\n${lines.join('\n')}\n}`
}

function union(texts: readonly string[]): string {
  return texts.length === 0 ? 'never' : texts.map(quoted).join(' | ')
}

function propertyName(luid: string): string {
  return /^[a-z]\w*$/.test(luid) ? luid : quoted(luid)
}

/** A text as TypeScript writes it: on one line, in single quotes. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
