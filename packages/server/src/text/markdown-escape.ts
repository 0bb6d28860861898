import { oneLine } from './inline.ts'

/** The context that decides how a text is escaped. */
export interface Surroundings {
  readonly isInLink: boolean
  readonly isInCell: boolean
  /** True if there are several tildes, which could strike out the text between them. */
  readonly hasTildes: boolean
  readonly hasAddress: boolean
}

/**
 * True if renderers could autolink an address in the text. The link includes everything up to the next
 * space, also a backslash or a backtick, which then no longer escapes the text after it.
 */
export const hasAddress = (text: string) => /www\.|:\/\//i.test(text)

const special = /[\\`*_[\]<&~|!]/

/**
 * Escapes text so that GFM finds no markup in it. Escapes as little as possible, because people read it.
 *
 * @param next the character that follows the text, or a full stop for any punctuation
 */
export function escapedMarkdown(text: string, next: string, around: Surroundings): string {
  if (!special.test(text)) return text
  const isNearAddress = around.hasAddress || hasAddress(text)
  const context = text + next
  return text.replaceAll(/[\\`*_[\]<&~|!]/g, (character, at: number) => {
    if (isLiteral(character, context, at, around)) return character
    if (character === '<') return '&lt;'
    if (character === '&') return '&amp;'
    const isGuard = character === '`' || character === '[' || character === ']'
    return isGuard && isNearAddress ? reference(character) : `\\${character}`
  })
}

const reference = (character: string) => `&#${character.codePointAt(0)};`

function isLiteral(character: string, text: string, at: number, around: Surroundings): boolean {
  const before = text[at - 1] ?? ''
  const after = text[at + 1] ?? ''
  switch (character) {
    case '\\':
      return !/[!-/:-@[-`{-~]/.test(after)
    case '*':
      return before === ' ' && after === ' '
    case '_':
      return (
        (before === ' ' && after === ' ') || (isWordCharacter(before) && isWordCharacter(after))
      )
    case '[':
      return !around.isInLink
    case ']':
      return !around.isInLink && after !== '('
    case '<':
      return !/[!-~]/.test(after)
    case '&':
      return !/^&(?:#\d|#[xX][\da-fA-F]|[A-Za-z][A-Za-z\d]*;)/.test(text.slice(at, at + 40))
    case '~':
      return !around.hasTildes
    case '|':
      return !around.isInCell
    case '!':
      return after !== '['
    default:
      return false
  }
}

const isWordCharacter = (character: string) => /^[\p{L}\p{N}]$/u.test(character)

/** Escapes a line so that it does not start a block. */
export function escapedLineStart(line: string, mayDefine: boolean): string {
  if (!/^[-+*#>=~_|:[\d]/.test(line)) return line
  const number = /^\d{1,9}(?=[.)](?:[ \t]|$))/.exec(line)?.[0]
  if (number !== undefined) return `${number}\\${line.slice(number.length)}`
  const startsBlock =
    /^(?:#{1,6}(?:[ \t]|$)|[-+*](?:[ \t]|$)|>|~{3}|=+[ \t]*$)/.test(line) ||
    /^(?:[-|: \t]+|[_ \t]+)$/.test(line) ||
    /^\[[ xX]\]/.test(line) ||
    (mayDefine && line.startsWith('['))
  return startsBlock ? `\\${line}` : line
}

/** The address of a link or an image. */
export function destination(url: string): string {
  const escaped = url
    .replaceAll(/[\s<>\\`|"]/g, encodeURIComponent)
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
  return /[()]/.test(escaped) || escaped === '' ? `<${escaped}>` : escaped
}

export function quotedTitle(title: string | undefined): string {
  if (title === undefined || title.trim() === '') return ''
  return ` "${oneLine(title).replaceAll(/["\\&<>`|*_[\]~]/g, reference)}"`
}

/** A code span, or an HTML `code` element if the text before it or in it could end the span. */
export function codeSpan(code: string, before: string, around: Surroundings): string {
  const text = oneLine(code)
  const last = before.at(-1) ?? ' '
  const isOpen = last === '`' || (around.hasAddress && !/\s/.test(last))
  // Renderers disagree on whether `\|` ends a cell.
  if (isOpen || (around.isInCell && text.includes('|'))) {
    return `<code>${text.replaceAll(/[^\p{L}\p{N} ]/gu, reference)}</code>`
  }
  const fence = '`'.repeat(longestRun(text) + 1)
  const space = /^`|`$/.test(text) ? ' ' : ''
  return fence + space + text + space + fence
}

export function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
