/** In UTF-8: fits a file system, and a URL even when every byte is percent-encoded. */
const longestFilename = 200

/**
 * A name that is safe in a URL, a header and a file system, as near to the given one as can be. The
 * mark stands before the ending, however long the name.
 */
export function safeFilename(given: string, mark = ''): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|%#&]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const whole = name === '' ? 'file' : name
  const ending = mark + (/\.[A-Za-z0-9]{1,10}$/.exec(whole)?.[0] ?? '')
  const start = whole.slice(0, whole.length + mark.length - ending.length)
  return startOf(start, longestFilename - Buffer.byteLength(ending)) + ending
}

/** As many whole characters as fit. */
function startOf(text: string, bytes: number): string {
  let start = ''
  let size = 0
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    start += character
  }
  return start
}

/** What a name says after the folders, which some clients send along. */
export function withoutFolders(given: string): string {
  return given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
}
