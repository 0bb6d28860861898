/** The three formats of an HTTP date (RFC 9110, section 5.6.7) begin with the name of the day. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /

/** Seconds to wait before the next request; undefined without the header. */
export function retryAfterIn(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^-?\d+(\.\d+)?$/.test(text)) return Math.max(0, Number(text))
  const until = timeOf(text)
  if (until === undefined) return undefined
  // Both dates are from the clock of the server.
  const now = timeOf(headers.get('date') ?? '') ?? Date.now()
  return Math.max(0, Math.ceil((until - now) / 1000))
}

function timeOf(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined
  // The oldest format has no time zone: it is always GMT.
  const time = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? undefined : time
}
