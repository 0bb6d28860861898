/** Values and names as a person would write them in TypeScript. */
import type { Json } from './export.ts'

const width = 90

/** Puts a list on one line if it fits. */
export function layOutCode(value: Json, indent: string): string {
  const short = onOneLine(value)
  if (typeof value !== 'object' || value === null) return short
  if (indent.length + short.length <= width) return short
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${layOutCode(item, inner)},\n`)
    : Object.entries(value).map(
        ([key, item]) => `${inner}${property(key)}: ${layOutCode(item, inner)},\n`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.join('')}${indent}${close}`
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(([key, item]) => `${property(key)}: ${onOneLine(item)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

function property(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : quoted(key)
}

/** A text on one line, in single quotes. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** Words that cannot be constants, and names that the file imports. */
const taken = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum ' +
    'eval export extends false finally for function if implements import in instanceof interface let new ' +
    'null of package private protected public return static super switch this throw true try typeof ' +
    'undefined var void while with yield defineConfig defineFieldSet defineModel field'
  ).split(' '),
)

/** A different constant for each LUID: `blog_post` becomes `blogPost`. */
export function constantNames(luids: readonly string[]): string[] {
  const used = new Set(taken)
  return luids.map((luid) => {
    const camel = luid.replaceAll(/_+(\w?)/g, (_, letter: string) => letter.toUpperCase())
    const plain = /^\d/.test(camel) ? `_${camel}` : camel
    let name = plain
    for (let count = 2; used.has(name); count++) name = `${plain}${count}`
    used.add(name)
    return name
  })
}
