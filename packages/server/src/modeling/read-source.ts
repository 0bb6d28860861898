/** Parses the text of a schema file into a plain value with the position of each part. */
import { addProblem, collectProblems, type Problem } from '@octavo/schema/errors.ts'
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Alias, Document, Pair } from 'yaml'
import { closestPath, joined, type SchemaSource } from './source.ts'

type PlaceAt = (offset: number) => string
type Report = (offset: number, path: string, message: string) => void

const maxTextLength = 4 * 1024 * 1024
/** Aliases can expand a short text to a huge value; this limits them. */
const maxNodes = 200_000
const maxDepth = 32
const maxSyntaxProblems = 20

/** JSON is parsed as YAML, which gives both formats the same positions and messages. */
export function readSource(text: string, filename: string): SchemaSource {
  const lines = new LineCounter()
  const placeAt: PlaceAt = (offset) => {
    const { line, col } = lines.linePos(offset)
    return `${filename}:${line}:${col}`
  }
  const unreadable = (problems: Problem[]): SchemaSource => ({
    value: undefined,
    problems,
    placeOf: () => filename,
  })
  if (text.length > maxTextLength) {
    return unreadable([{ path: filename, message: 'is larger than 4 MiB' }])
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  })
  const faults = syntaxProblems(document, placeAt)
  if (faults.length > 0) return unreadable(faults)
  const offsets = new Map<string, number>([['', 0]])
  const problems: Problem[] = []
  const placeOf = (path: string): string => placeAt(offsets.get(closestPath(path, offsets)) ?? 0)
  let value: unknown
  collectProblems(problems, () => {
    value = plainValue(document, offsets, (offset, path, message) =>
      addProblem(problems, { path: joined(placeAt(offset), path), message }),
    )
  })
  return { value, problems, placeOf }
}

function syntaxProblems(document: Document.Parsed, placeAt: PlaceAt): Problem[] {
  const faults = [...document.errors, ...document.warnings]
  if (faults.some((fault) => fault.code === 'RESOURCE_EXHAUSTION')) {
    return [{ path: placeAt(0), message: 'is nested too deeply' }]
  }
  if (faults.length === 0 && document.contents === null) {
    return [{ path: placeAt(0), message: 'is empty: a schema file has at least "languages"' }]
  }
  return faults.slice(0, maxSyntaxProblems).map((fault) => ({
    path: placeAt(fault.pos[0]),
    message: syntaxMessage(fault),
  }))
}

function syntaxMessage({ code, message }: { code: string; message: string }): string {
  if (code === 'MULTIPLE_DOCS') return 'has a second document: a schema file is one document'
  return `is neither JSON nor YAML: ${message}`
}

/** The value of a document with aliases resolved. Records the position of every path. */
function plainValue(
  document: Document.Parsed,
  offsets: Map<string, number>,
  report: Report,
): unknown {
  let nodes = 0
  const targets = new Map<Alias, unknown>()

  function visit(node: unknown, path: string, depth: number): unknown {
    nodes++
    if (nodes === maxNodes)
      report(offsetOf(node), path, 'is too large: its aliases expand to too many values')
    if (nodes >= maxNodes) return null
    if (depth > maxDepth) {
      report(offsetOf(node), path, 'is nested too deeply')
      return null
    }
    if (isAlias(node)) return visit(targetOf(node), path, depth + 1)
    if (isMap(node)) return visitMap(node.items, path, depth)
    if (isSeq(node)) {
      return node.items.map((item, index) => {
        const itemPath = `${path}[${index}]`
        offsets.set(itemPath, offsetOf(item))
        return visit(item, itemPath, depth + 1)
      })
    }
    return isScalar(node) ? node.value : null
  }

  /** Cached: resolving an alias searches the document, and the same alias may occur very often. */
  function targetOf(alias: Alias): unknown {
    if (!targets.has(alias)) targets.set(alias, alias.resolve(document))
    return targets.get(alias)
  }

  function visitMap(pairs: readonly Pair[], path: string, depth: number): unknown {
    const value = Object.create(null) as Record<string, unknown>
    for (const pair of pairs) {
      if (!isScalar(pair.key)) {
        report(offsetOf(pair.key), path, 'has a key that is not plain text')
        continue
      }
      const key = String(pair.key.value)
      const keyPath = path === '' ? key : `${path}.${key}`
      if (key in value) report(offsetOf(pair.key), keyPath, 'is a duplicate key: keep one of them')
      offsets.set(keyPath, offsetOf(pair.key))
      value[key] = visit(pair.value, keyPath, depth + 1)
    }
    return value
  }

  offsets.set('', offsetOf(document.contents))
  return visit(document.contents, '', 0)
}

function offsetOf(node: unknown): number {
  return (node as { range?: [number, number, number] } | null)?.range?.[0] ?? 0
}
