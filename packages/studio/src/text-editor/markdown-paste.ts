/** Recognises and converts pasted Markdown. */

/** Line starts and spans that plain text rarely has. */
const signs = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S.*\n {0,6}(?:[-*+]|\d{1,3}[.)]) \S/m,
  /^ {0,3}[-*+] \[[ x]\] \S/m,
  /^(?:```|~~~)/m,
  /^> \S/m,
  /^\|.+\|\s*\n\|[\s:|-]+\|/m,
  /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/,
  /!?\[[^\]\n]+\]\((?:https?:|mailto:|\/)[^)\s]+\)/,
]

/** Whether a text is written in Markdown. A single list item or asterisk is not enough. */
export function looksLikeMarkdown(text: string): boolean {
  return signs.some((sign) => sign.test(text))
}

/** The parser is large, so it is loaded when an editor first gets the focus. */
let parser: { render: (text: string) => string } | undefined
let loading: Promise<void> | undefined

export function loadMarkdown(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  try {
    const { default: MarkdownIt } = await import('markdown-it')
    parser = new MarkdownIt({ html: false, linkify: true })
  } catch {
    // The next paste tries again.
    loading = undefined
  }
}

/** Null until the parser is loaded. */
export const htmlFromMarkdown = (text: string): string | null => parser?.render(text) ?? null
