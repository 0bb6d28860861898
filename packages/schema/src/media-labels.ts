/** Folders, tags and focal points of media. */

export const maxTags = 50
const maxFolderLength = 200
const maxTagLength = 50

// oxlint-disable-next-line no-control-regex -- control characters are what it rejects
const unprintable = /[\u0000-\u001f\u007f-\u009f]/

/** Normalized, without spaces around names and without slashes at the ends: ` press / 2026/` is `press/2026`. */
export function folderOf(text: string): string {
  const names = text.normalize('NFC').split('/')
  return names
    .map((name) => name.trim())
    .filter((name, index) => name !== '' || (index > 0 && index < names.length - 1))
    .join('/')
}

export function tagOf(text: string): string {
  return text.normalize('NFC').trim()
}

/** Whether it is a path of folders, as `folderOf` returns it; empty for none. */
export function isFolder(path: string): boolean {
  if (path === '') return true
  const isName = (name: string): boolean => name !== '' && name !== '.' && name !== '..'
  return (
    path.length <= maxFolderLength &&
    path === folderOf(path) &&
    path.isWellFormed() &&
    !unprintable.test(path) &&
    path.split('/').every(isName)
  )
}

/** A comma separates tags in requests. */
export function isTag(tag: string): boolean {
  return (
    tag !== '' &&
    tag.length <= maxTagLength &&
    tag === tagOf(tag) &&
    tag.isWellFormed() &&
    !unprintable.test(tag) &&
    !tag.includes(',')
  )
}

/** Rounded, so that equal points have equal URLs. */
export function focusOf({ x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: Math.round(x * 1000) / 1000, y: Math.round(y * 1000) / 1000 }
}
