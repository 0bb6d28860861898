/** The first responses of the API: those in the page, and those that the first script requested. */
const bodies = new Map<string, string>()
const requested = new Map<string, Promise<Response>>()

/** A page that loads so slowly reads again. */
const freshMs = 10_000
const isFresh = (): boolean => performance.now() < freshMs

for (const element of document.querySelectorAll<HTMLScriptElement>('script[data-url]')) {
  bodies.set(element.dataset['url'] ?? '', element.text)
  element.remove()
}

/** Sends a request before the code that needs the response is loaded. */
export function requestFirst(url: string): void {
  const responding = fetch(url, { headers: { Accept: 'application/json' } }).then(
    async (response) => {
      const body = response.ok ? await response.clone().text() : undefined
      // It may have been taken before it arrived.
      if (body !== undefined && requested.has(url)) bodies.set(url, body)
      return response
    },
  )
  // It is handled when it is taken.
  responding.catch(() => {})
  requested.set(url, responding)
}

/** The JSON of a response that has arrived. */
export function firstBody(url: string): string | undefined {
  return isFresh() ? bodies.get(url) : undefined
}

/** The same, once, because it is soon out of date. */
export function takeFirstBody(url: string): string | undefined {
  const body = firstBody(url)
  if (body !== undefined) remove(url)
  return body
}

/** The response to a request that may not have arrived, once. */
export function takeFirstResponse(url: string): Promise<Response> | undefined {
  const body = firstBody(url)
  const response = body === undefined ? requested.get(url) : Promise.resolve(new Response(body))
  remove(url)
  return isFresh() ? response : undefined
}

function remove(url: string): void {
  bodies.delete(url)
  requested.delete(url)
}
