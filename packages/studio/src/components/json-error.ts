/** The position of the first error in a JSON text: browsers report it differently, or not at all. */

const blank = /[ \t\n\r]*/y
const token =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy

type Expected = 'value' | 'first value' | 'first name' | 'name' | 'colon' | 'comma' | 'end'

export interface TextPosition {
  line: number
  column: number
}

/** Undefined if the text is valid JSON. */
export function jsonError(text: string): TextPosition | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return positionOf(errorIndex(text), text)
  }
}

function positionOf(index: number, text: string): TextPosition {
  const lines = text.slice(0, index).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** The index of the first token that is malformed or in the wrong place. */
function errorIndex(text: string): number {
  const closers: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at += matchAt(blank, text, at).length
    const found = matchAt(token, text, at)
    const next: Expected | undefined = found === '' ? undefined : after(found, expected, closers)
    if (next === undefined) return at
    expected = next
    at += found.length
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** What must follow the token; undefined if the token is in the wrong place. */
function after(found: string, expected: Expected, closers: string[]): Expected | undefined {
  const isEmpty = expected === 'first value' || expected === 'first name'
  if ((found === ']' || found === '}') && (isEmpty || expected === 'comma')) {
    return closers.pop() === found ? rest(closers) : undefined
  }
  switch (expected) {
    case 'value':
    case 'first value':
      return afterValue(found, closers)
    case 'name':
    case 'first name':
      return found.startsWith('"') ? 'colon' : undefined
    case 'colon':
      return found === ':' ? 'value' : undefined
    case 'comma':
      if (found !== ',') return undefined
      return closers.at(-1) === '}' ? 'name' : 'value'
    case 'end':
      return undefined
  }
}

function afterValue(found: string, closers: string[]): Expected | undefined {
  if (found === '{') {
    closers.push('}')
    return 'first name'
  }
  if (found === '[') {
    closers.push(']')
    return 'first value'
  }
  return /^[}\],:]/.test(found) ? undefined : rest(closers)
}

function rest(closers: readonly string[]): Expected {
  return closers.length > 0 ? 'comma' : 'end'
}
