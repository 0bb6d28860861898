/** The nonce that the server's content security policy allows for styles made at run time. */
/** The library that keeps a page from scrolling behind a dialog looks for the nonce here. */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}

export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}
