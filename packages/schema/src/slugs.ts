/** Slugs: readable names in URLs, derived from a text. */

/** In characters. */
const maxLength = 100
/** The part of a text that a slug is derived from: longer than any title, so that the work is bounded. */
const maxSource = 10_000

/**
 * Lower-case letters and digits of any script, with hyphens in place of everything else. Nothing is
 * romanised: a Japanese title becomes a Japanese slug. Empty if the text has no letters and digits.
 */
export function slugOf(text: string): string {
  const words = text
    .slice(0, maxSource)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+/, '')
  return [...words].slice(0, maxLength).join('').replace(/-+$/, '')
}

/** Whether a text has the form of a slug. */
export function isSlug(text: string): boolean {
  return text !== '' && slugOf(text) === text
}

/** Whether a slug is the one that is derived from this text, possibly with a number at its end. */
export function isDerivedSlug(slug: string, source: string): boolean {
  const base = slugOf(source)
  const number = /-([1-9]\d*)$/.exec(slug)?.[1]
  return slug === base || (number !== undefined && slug === numberedSlug(base, number))
}

/** A slug with a number at its end, shortened if necessary. */
export function numberedSlug(base: string, number: number | string): string {
  const end = `-${number}`
  const start = [...base].slice(0, maxLength - end.length).join('')
  return start.replace(/-+$/, '') + end
}
