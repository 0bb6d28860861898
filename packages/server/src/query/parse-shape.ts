/** How items are shown: depth, select, formats. */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { textFormats, type TextFormat } from '@octavo/schema/field-types.ts'
import { say } from '@octavo/schema/problems.ts'
import { bounds, splitList, type FormatParameter } from './parameters.ts'
import type { FormatNode, NameTree } from './view.ts'

/** Parses an integer that consists of decimal digits only. */
export function parseInteger(
  name: string,
  value: string | undefined,
  range: { min: number; max: number; fallback: number },
  problems: Problem[],
): number {
  if (value === undefined) return range.fallback
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (number >= range.min && number <= range.max) return number
  const { min, max } = range
  const isOpen = max === Number.MAX_SAFE_INTEGER
  problems.push(
    problemAt(name, isOpen ? say('wholeNumberFrom', { min }) : say('wholeNumber', { min, max })),
  )
  return range.fallback
}

type GrowingTree = Map<string, GrowingTree | null>

export function parseSelect(value: string | undefined, problems: Problem[]): NameTree | null {
  if (value === undefined) return null
  const names = splitList(value)
  if (names.length > bounds.selectNames) {
    problems.push(problemAt('select', say('tooManyNames', { max: bounds.selectNames })))
    return null
  }
  const tree: GrowingTree = new Map()
  for (const name of names) {
    const path = name.trim().split('.')
    if (path.length <= bounds.pathSegments) addName(tree, path)
  }
  return tree
}

/** A completely selected name stays so, even if parts of it are selected as well. */
function addName(tree: GrowingTree, [name = '', ...rest]: string[]): void {
  const below = tree.get(name)
  if (below === null) return
  if (rest.length === 0) tree.set(name, null)
  else {
    const inner: GrowingTree = below ?? new Map()
    tree.set(name, inner)
    addName(inner, rest)
  }
}

interface GrowingFormat extends FormatNode {
  format: TextFormat | null
  readonly inner: Map<string, GrowingFormat>
}

export function parseFormats(
  parameters: readonly FormatParameter[],
  problems: Problem[],
): ReadonlyMap<string, FormatNode> {
  const root: GrowingFormat = { format: null, inner: new Map() }
  for (const { name, path, value } of parameters) {
    const format = textFormats.find((candidate) => candidate === value)
    if (!format) {
      problems.push(problemAt(name, say('notOneOf', { names: textFormats.join(', ') })))
      continue
    }
    let node = root
    for (const segment of path) {
      const next: GrowingFormat = node.inner.get(segment) ?? { format: null, inner: new Map() }
      node.inner.set(segment, next)
      node = next
    }
    node.format = format
  }
  return root.inner
}
