/** The three forms of an HTTP date (RFC 9110, section 5.6.7) begin with the name of the day. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /

/** Seconds until the next request is possible; undefined where the response does not say. */
export function retryAfterIn(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^-?\d+(\.\d+)?$/.test(text)) return Math.max(0, Number(text))
  const until = timeOf(text)
  if (until === undefined) return undefined
  // The date is of the server's clock, and so is the `Date` header.
  const now = timeOf(headers.get('date') ?? '') ?? Date.now()
  return Math.max(0, Math.ceil((until - now) / 1000))
}

function timeOf(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined
  // The oldest form has no time zone: it is always GMT.
  const time = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? undefined : time
}
