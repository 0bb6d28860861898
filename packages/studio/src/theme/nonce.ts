/**
 * Shares the nonce that the content security policy allows for styles created at run time. The library
 * that prevents scrolling behind a dialog reads it here.
 */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}

export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}
