const refused = /(?![\t\n])[\p{Cc}\ufeff]/u
const allRefused = new RegExp(refused, 'gu')

/** Removes characters that parsers or databases change. */
export function cleanedText(text: string): string {
  if (!refused.test(text)) return text
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\f', ' ').replaceAll(allRefused, '')
}
