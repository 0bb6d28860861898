/** Builds rendered values. Values without placeholders carry their JSON text. */
import type { Rendered } from './field-type.ts'

type RenderedObject = Extract<Rendered, { kind: 'object' }>
type RenderedArray = Extract<Rendered, { kind: 'array' }>

export function objectOf(entries: [key: string, value: Rendered][]): RenderedObject {
  const parts: string[] = []
  for (const [key, value] of entries) {
    const text = textOf(value)
    if (text === undefined) return { kind: 'object', entries }
    parts.push(`${JSON.stringify(key)}:${text}`)
  }
  return { kind: 'object', entries, text: `{${parts.join(',')}}` }
}

export function arrayOf(items: Rendered[], selectable: boolean): RenderedArray {
  const parts: string[] = []
  for (const item of items) {
    const text = textOf(item)
    if (text === undefined) return { kind: 'array', items, selectable }
    parts.push(text)
  }
  return { kind: 'array', items, selectable, text: `[${parts.join(',')}]` }
}

function textOf(value: Rendered): string | undefined {
  if (typeof value === 'string') return value
  return value.kind === 'object' || value.kind === 'array' ? value.text : undefined
}
