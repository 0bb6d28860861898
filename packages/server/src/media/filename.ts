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
  const safe = trimmed(name) || 'file'
  const ending = mark + (/\.[A-Za-z0-9]{1,10}$/.exec(safe)?.[0] ?? '')
  const start = safe.slice(0, safe.length + mark.length - ending.length)
  return startOf(start, longestFilename - Buffer.byteLength(ending)) + ending
}

/** Without dots and spaces at both ends. A regular expression would take quadratic time. */
function trimmed(name: string): string {
  const isLost = (index: number): boolean => /[.\s]/.test(name.charAt(index))
  let [start, end] = [0, name.length]
  while (start < end && isLost(start)) start++
  while (start < end && isLost(end - 1)) end--
  return name.slice(start, end)
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
