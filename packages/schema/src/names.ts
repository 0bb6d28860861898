/** Validation of LUIDs and language keys. */

export const parentSpaceLuid = '_parent'

const luidPattern = /^[a-z0-9][a-z0-9_]{0,63}$/
const languagePattern = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

export function isLuid(value: string): boolean {
  return luidPattern.test(value)
}

export function isLanguageKey(value: string): boolean {
  return value.length <= 35 && languagePattern.test(value)
}

/** A host that frames may show, optionally with a path. */
export function isFrameHost(value: string): boolean {
  return value.length <= 300 && /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[\w./-]*)?$/.test(value)
}

/** The name of a custom element of flexible text. */
export function isTextElement(value: string): boolean {
  return value.length <= 64 && /^[a-z][a-z0-9_-]*$/.test(value)
}
