/** The schema of a space as a TypeScript configuration file: `octavo schema plan` finds no difference. */
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { exportedSchema, textOf, type Exported, type Json } from './export.ts'
import { orderByReferences, type Owners } from './pull-order.ts'
import { constantNames, layOutCode, quoted } from './typescript-text.ts'

/** The first line of such a file, by which a later pull recognises it. */
export const pulledMark = '// Written by `octavo schema pull`.'

export function pulledConfig(root: RootDefinition): string {
  const { fieldSets = [], models = [], ...rest } = exportedSchema(root)
  const sets = ownersIn(fieldSets, 'fieldSets')
  const all = ownersIn(models, 'models')
  const names = constantNames([...sets, ...all].map(({ name }) => name))
  const owners = [...sets, ...all].map((owner, at) => ({ ...owner, name: names[at] ?? '' }))
  const written: Owners = { fieldSets: new Map(), models: new Map() }
  const definitions = orderByReferences(owners).map((owner) => {
    const text = definitionText(owner.value, owner.kind, written)
    written[owner.kind].set(textOf(owner.value['luid']), owner.name)
    return `export const ${owner.name} = ${text}\n`
  })
  const config = [
    ...Object.entries(rest).map(([key, value]) => `${key}: ${layOutCode(value, '  ')}`),
    ...listed('fieldSets', owners),
    ...listed('models', owners),
  ]
  const used = importsOf(definitions.join(''))
  return [
    `${pulledMark}\nimport { ${used.join(', ')} } from 'octavo/config'\n`,
    ...definitions,
    `export default defineConfig({\n${config.map((line) => `  ${line},\n`).join('')}})\n`,
  ].join('\n')
}

interface PulledOwner {
  kind: keyof Owners
  name: string
  value: Exported
}

function ownersIn(list: Json, kind: keyof Owners): PulledOwner[] {
  return (list as Exported[]).map((value) => ({ kind, name: textOf(value['luid']), value }))
}

function listed(kind: keyof Owners, owners: readonly PulledOwner[]): string[] {
  const names = owners.filter((owner) => owner.kind === kind).map(({ name }) => name)
  return names.length === 0 ? [] : [`${kind}: [${names.join(', ')}]`]
}

function importsOf(text: string): string[] {
  const names = ['defineFieldSet', 'defineModel'].filter((name) => text.includes(`= ${name}(`))
  return ['defineConfig', ...names, ...(text.includes(' field.') ? ['field'] : [])]
}

function definitionText(owner: Exported, kind: keyof Owners, written: Owners): string {
  const { fields, ...names } = owner
  const lines = Object.entries(names).map(([key, value]) => `${key}: ${layOutCode(value, '  ')}`)
  const call = kind === 'models' ? 'defineModel' : 'defineFieldSet'
  lines.push(`fields: ${fieldsText(fields as Exported[], '  ', written)}`)
  return `${call}({\n${lines.map((line) => `  ${line},\n`).join('')}})`
}

function fieldsText(fields: readonly Exported[], indent: string, written: Owners): string {
  if (fields.length === 0) return '[]'
  const inner = `${indent}  `
  const lines = fields.map((field) => `${inner}${fieldText(field, inner, written)},\n`)
  return `[\n${lines.join('')}${indent}]`
}

function fieldText(field: Exported, indent: string, written: Owners): string {
  const { luid, type, fields, ...settings } = field
  const name = type === 'fieldset' ? named(luid ?? '', written.fieldSets) : quoted(textOf(luid))
  const parts = Object.entries(settings).map(([key, value]): [string, string] => {
    const names = key === 'models' || key === 'fieldSets' ? written[key] : undefined
    const text =
      names && Array.isArray(value)
        ? `[${value.map((one) => named(one, names)).join(', ')}]`
        : layOutCode(value, `${indent}  `)
    return [key, text]
  })
  if (fields !== undefined)
    parts.push(['fields', fieldsText(fields as Exported[], `${indent}  `, written)])
  return `field.${textOf(type)}(${[name, ...settingsText(parts, indent)].join(', ')})`
}

function settingsText(parts: readonly [string, string][], indent: string): string[] {
  if (parts.length === 0) return []
  const texts = parts.map(([key, text]) => `${key}: ${text}`)
  const short = `{ ${texts.join(', ')} }`
  if (!short.includes('\n') && indent.length + short.length <= 80) return [short]
  return [`{\n${texts.map((text) => `${indent}  ${text},\n`).join('')}${indent}}`]
}

/** The constant of a definition that stands above, or else its LUID: definitions may form a cycle. */
function named(luid: Json, names: ReadonlyMap<string, string>): string {
  return names.get(textOf(luid)) ?? quoted(textOf(luid))
}
