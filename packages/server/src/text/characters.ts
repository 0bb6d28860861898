const refused = /(?![\t\n])[\p{Cc}\ufeff]/u
const allRefused = new RegExp(refused, 'gu')

/** Text without the characters that parsers and databases do not give back as they are. */
export function cleanedText(text: string): string {
  if (!refused.test(text)) return text
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\f', ' ').replaceAll(allRefused, '')
}
