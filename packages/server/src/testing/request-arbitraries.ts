/** Generates valid and invalid HTTP/1.1 requests, to compare parsers. */
import fc from 'fast-check'

/** The bytes that a client sends on one connection. */
export interface Conversation {
  /** One character per byte. */
  readonly pieces: readonly string[]
  /** Whether each piece waits for the response to the previous one. */
  readonly waits: boolean
  /** Whether the client closes its side after the last piece. */
  readonly closes: boolean
}

export interface Vocabulary {
  readonly targets: readonly string[]
  /** Complete header lines: keys, hosts. */
  readonly headers: readonly string[]
}

const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const oddMethods = ['BREW', 'get', 'PROPFIND', 'CONNECT', 'TRACE', '', 'GE T']
const versions = ['HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.1 ', '']

/** Well-formed lines that do not affect the length of the request. */
const plainHeaders = [
  'Accept: */*',
  'Accept: application/problem+json',
  'Accept: image/avif,image/webp;q=0.9',
  'Accept-Encoding: gzip, br',
  'accept-encoding: identity',
  'Connection: keep-alive',
  'CONNECTION: Keep-Alive',
  'Cookie: octavo=1; a=b',
  'Expect: a miracle',
  'If-Match: "x"',
  'If-Modified-Since: Tue, 17 Nov 2026 00:00:00 GMT',
  'If-None-Match: "x"',
  'If-None-Match: *',
  'If-Range: "x"',
  'Keep-Alive: timeout=5',
  'Origin: http://site.example',
  'Access-Control-Request-Method: PUT',
  'Range: bytes=0-3',
  'Range: bytes=-2',
  'Range: bytes=9-1',
  'TE: trailers',
  'User-Agent: test',
  'X-Forwarded-For: 192.0.2.1',
  'X-Empty:',
  'X-Space:   a  b  ',
  'X_Under: 1',
  `X-Long: ${'y'.repeat(5000)}`,
]

const oddHeaders = [
  'Connection: close',
  'Connection: close, keep-alive',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'Content-Length: 0',
  'Content-Length: 2',
  'Content-Length: +2',
  'Content-Length: 2, 2',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip, chunked',
  'Trailer: X',
  'Host: x',
  'Host: evil.example',
  'Host:',
  'X : space before the colon',
  ' folded',
  '\tfolded',
  'X:\ttab',
  'X: \u0001',
  'X: \u007f',
  'X: \u00e9',
  'X\u0000: y',
  'no colon',
  ': no name',
  '(X): y',
  '9: digit',
  'X: a\rb',
]

const bodies = ['{}', '{"fields":', '"\u00ff"', 'x'.repeat(300), '{"fields":{"title":1}}']

/** Only a few, because otherwise every request would be invalid. */
const some = (lines: readonly string[], maxLength: number): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom(...lines), { maxLength })

const ends = ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n\r\n']

function textOf(line: string, lines: readonly string[], end = '\r\n'): string {
  return [line, ...lines, ''].join(end) + end
}

/** A complete request with each header once. */
function plainRequest({ targets, headers }: Vocabulary): fc.Arbitrary<string> {
  return fc
    .record({
      method: fc.constantFrom(...methods),
      target: fc.constantFrom(...targets),
      lines: fc.uniqueArray(fc.constantFrom(...headers, ...plainHeaders), {
        selector: (line) => line.split(':')[0]?.toLowerCase(),
        maxLength: 6,
      }),
      body: fc.option(fc.constantFrom(...bodies)),
      isChunked: fc.constantFrom(false, false, true),
    })
    .map(({ method, target, lines, body, isChunked }) => {
      const sent = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? null : body
      const line = `${method} ${target} HTTP/1.1`
      if (sent === null) return textOf(line, lines)
      if (!isChunked) return textOf(line, [...lines, `Content-Length: ${sent.length}`]) + sent
      return textOf(line, [...lines, 'Transfer-Encoding: chunked']) + inChunks(sent)
    })
}

function inChunks(body: string): string {
  const half = Math.ceil(body.length / 2)
  const chunks = [body.slice(0, half), body.slice(half)].filter((chunk) => chunk !== '')
  const sent = chunks.map((chunk) => `${chunk.length.toString(16)};name="a b"\r\n${chunk}\r\n`)
  return `${sent.join('')}0;last\r\nX-Trailer: 1\r\n\r\n`
}

/** Anything that looks like a request. */
function oddRequest({ targets, headers }: Vocabulary): fc.Arbitrary<string> {
  const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare })
  const strange = fc.string({ unit: fc.integer({ min: 1, max: 255 }).map(characterOf) })
  return fc
    .record({
      method: mostly(fc.constantFrom(...methods), fc.constantFrom(...oddMethods)),
      target: fc.constantFrom(...targets),
      more: mostly(fc.constant(''), strange),
      version: mostly(fc.constant('HTTP/1.1'), fc.constantFrom(...versions)),
      usual: some([...headers, ...plainHeaders], 4),
      odd: some(oddHeaders, 2),
      end: fc.constantFrom(...ends),
      body: mostly(fc.constantFrom('', '{}', '2\r\n{}\r\n0\r\n\r\n'), strange),
    })
    .map(({ method, target, more, version, usual, odd, end, body }) => {
      const line = `${method} ${target}${more}${version === '' ? '' : ' '}${version}`
      return textOf(line, [...usual, ...odd], end) + body
    })
}

/** A plain request with one deviation. */
function nearlyPlainRequest({ targets, headers }: Vocabulary): fc.Arbitrary<string> {
  const usual = fc.subarray([...headers.slice(-1), 'Accept: */*', 'Connection: keep-alive'])
  const change = fc.oneof(
    fc.constantFrom(...oddHeaders).map((header) => ({ header, version: 'HTTP/1.1' })),
    fc.constantFrom(...headers, ...plainHeaders).map((header) => ({ header, version: 'HTTP/1.1' })),
    fc.constantFrom(...versions).map((version) => ({ header: 'X: y', version })),
  )
  return fc
    .tuple(
      fc.constantFrom('GET', 'GET', 'HEAD', 'POST'),
      fc.constantFrom(...targets),
      usual,
      change,
    )
    .map(([method, target, lines, { header, version }]) => {
      const line = `${method} ${target} ${version}`
      const all = ['Host: x', ...lines, header]
      if (method !== 'POST') return textOf(line, all)
      return `${textOf(line, [...all, 'Content-Length: 2'])}{}`
    })
}

function characterOf(code: number): string {
  return String.fromCharCode(code)
}

export function conversations(words: Vocabulary): fc.Arbitrary<Conversation> {
  const plain = fc.array(plainRequest(words), { minLength: 1, maxLength: 5 })
  const bytes = fc
    .array(fc.oneof(plainRequest(words), oddRequest(words)), { minLength: 1, maxLength: 4 })
    .map((requests) => requests.join(''))
  const nearlyPlain = fc.array(nearlyPlainRequest(words), { minLength: 1, maxLength: 3 })
  const cuts = fc.array(fc.nat(), { maxLength: 4 })
  return fc.oneof(
    plain.map((pieces) => ({ pieces, waits: true, closes: true })),
    plain.map((requests) => ({ pieces: withLast(requests), waits: true, closes: false })),
    plain.map((pieces) => ({ pieces, waits: false, closes: true })),
    nearlyPlain.map((pieces) => ({ pieces, waits: false, closes: true })),
    fc
      .tuple(bytes, cuts)
      .map(([all, places]) => ({ pieces: cut(all, places), waits: false, closes: true })),
  )
}

/** The last request closes the connection. */
function withLast(requests: readonly string[]): string[] {
  return [...requests, 'GET /none HTTP/1.1\r\nConnection: close\r\n\r\n']
}

function cut(all: string, places: readonly number[]): string[] {
  const starts = [0, ...places.map((place) => place % all.length).toSorted((a, b) => a - b)]
  return starts
    .map((start, index) => all.slice(start, starts[index + 1] ?? all.length))
    .filter((piece) => piece !== '')
}
