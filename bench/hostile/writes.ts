/** Texts that are expensive to parse, and malicious bodies. */
import type { Attack } from './attack.ts'
import type { AttackRequest, Clients } from './clients.ts'

const textLength = 900_000
const filled = (part: string): string => part.repeat(Math.floor(textLength / part.length))

function writeOf(key: string, format: 'markdown' | 'portable_html', fields: object): AttackRequest {
  return {
    method: 'POST',
    path: `/v1/contents?model=text&ft_format=${format}`,
    headers: { 'X-SERVICE-API-KEY': key },
    body: JSON.stringify({ fields }),
  }
}

const inTurn = (clients: Clients, request: AttackRequest): Promise<void> =>
  clients.sendAll(
    Array.from({ length: 3 }, () => request),
    1,
  )

const images = filled('![[')
const tasks = filled('- [ ] a\n')
const links = filled('<a href=x>')

/** A body of 10 MB that consists of unknown fields. */
function unknownFields(key: string): AttackRequest {
  const fields = Array.from({ length: 900_000 }, (_, index) => `"${index.toString(36)}":1`)
  const request = writeOf(key, 'markdown', {})
  return { ...request, body: `{"fields":{${fields.join()}}}` }
}

function nested(key: string): AttackRequest {
  const depth = 2_000_000
  const body = `{"fields":{"title":${'['.repeat(depth)}${']'.repeat(depth)}}}`
  return { ...writeOf(key, 'markdown', {}), body }
}

const itemOf = (key: string, model: string, fields: object): AttackRequest => ({
  method: 'POST',
  path: `/v1/contents?model=${model}&published=true`,
  headers: { 'X-SERVICE-API-KEY': key },
  body: JSON.stringify({ fields }),
})

/** The start of a file is examined to find its type. */
function markup(key: string): AttackRequest {
  const part = 'Content-Disposition: form-data; name="file"; filename="a.svg"'
  return {
    method: 'POST',
    path: '/v1/media',
    headers: { 'X-SERVICE-API-KEY': key, 'Content-Type': 'multipart/form-data; boundary=b' },
    body: `--b\r\n${part}\r\n\r\n${'<!---->'.repeat(580)}x\r\n--b--\r\n`,
  }
}

export const writeAttacks: readonly Attack[] = [
  {
    name: 'Markdown of open images',
    run: ({ keys }, clients) => inTurn(clients, writeOf(keys.draft, 'markdown', { a: images })),
  },
  {
    name: 'Markdown of tasks',
    run: ({ keys }, clients) => inTurn(clients, writeOf(keys.draft, 'markdown', { a: tasks })),
  },
  {
    name: 'HTML of open links',
    run: ({ keys }, clients) => inTurn(clients, writeOf(keys.draft, 'portable_html', { a: links })),
  },
  {
    name: 'three texts in one write',
    run: ({ keys }, clients) =>
      inTurn(clients, writeOf(keys.draft, 'markdown', { a: tasks, b: tasks, c: tasks })),
  },
  {
    name: 'writes in parallel',
    run({ keys }, clients) {
      const markdown = [images, tasks].map((a) => writeOf(keys.draft, 'markdown', { a }))
      const html = writeOf(keys.draft, 'portable_html', { a: links })
      const requests = [...markdown, html, ...markdown, html, ...markdown, html]
      return clients.sendAll(requests, requests.length)
    },
  },
  {
    name: 'slugs of long titles',
    run: ({ keys }, clients) =>
      inTurn(clients, itemOf(keys.draft, 'named', { title: filled('a b ') })),
  },
  {
    name: 'values with alternatives',
    run({ keys }, clients) {
      const data = Array.from({ length: 900 }, (_, index) => 'a'.repeat(80) + index)
      return inTurn(clients, itemOf(keys.draft, 'shaped', { data }))
    },
  },
  { name: 'files of comments', run: ({ keys }, clients) => inTurn(clients, markup(keys.draft)) },
  { name: 'unknown fields', run: ({ keys }, clients) => clients.send(unknownFields(keys.draft)) },
  { name: 'nested body', run: ({ keys }, clients) => clients.send(nested(keys.draft)) },
  {
    name: 'catastrophic pattern',
    async run({ keys, hasPattern }, clients) {
      if (!hasPattern) {
        clients.tally.outcomes['pattern rejected'] = 1
        return
      }
      const body = JSON.stringify({ fields: { code: `${'a'.repeat(5_000)}!` } })
      const path = '/v1/contents?model=coded&published=true'
      const headers = { 'X-SERVICE-API-KEY': keys.draft }
      await clients.send({ method: 'POST', path, headers, body })
    },
  },
]
