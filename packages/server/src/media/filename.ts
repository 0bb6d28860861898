/** In UTF-8 bytes. Fits file systems, and URLs even if every byte is percent-encoded. */
const longestFilename = 200

/**
 * A name that is safe in a URL, a header and a file system, and as close to the given one as possible.
 * `mark` goes before the extension, also if the name is shortened.
 */
export function safeFilename(given: string, mark = ''): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|%#&]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const safe = name === '' ? 'file' : name
  const ending = mark + (/\.[A-Za-z0-9]{1,10}$/.exec(safe)?.[0] ?? '')
  const start = safe.slice(0, safe.length + mark.length - ending.length)
  return startOf(start, longestFilename - Buffer.byteLength(ending)) + ending
}

/** As many complete characters as fit into `bytes`. */
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

/** The base name: some clients send the path of the file. */
export function withoutFolders(given: string): string {
  return given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
}
