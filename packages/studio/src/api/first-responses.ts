/** Responses that the server has put into the page, by URL. */
const responses = new Map<string, string>()

/** A page that loads so slowly reads again. */
const freshMs = 10_000

for (const element of document.querySelectorAll<HTMLScriptElement>('script[data-url]')) {
  responses.set(element.dataset['url'] ?? '', element.text)
  element.remove()
}

/** The response to a request, once, because it is soon out of date. */
export function takeFirstResponse(url: string): Response | undefined {
  const body = performance.now() < freshMs ? responses.get(url) : undefined
  responses.delete(url)
  return body === undefined ? undefined : new Response(body)
}
