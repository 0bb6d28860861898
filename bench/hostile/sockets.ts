/** Many connections that are unused or slow. */
import { requestText } from '../load.ts'
import type { Attack } from './attack.ts'
import { expensiveRead } from './reads.ts'
import { longPath, pagePath } from './world.ts'

const host = 'Host: bench\r\n'

export const socketAttacks: readonly Attack[] = [
  {
    name: 'many clients with few files',
    openFiles: 200,
    async run({ keys }, clients) {
      const headers = { 'X-SERVICE-API-KEY': keys.published }
      const requests = Array.from({ length: 2_000 }, () => ({ path: pagePath, headers }))
      await clients.sendAll(requests, 250)
    },
  },
  {
    name: 'idle sockets with few files',
    openFiles: 200,
    run: (_, clients) => clients.hold(500, { text: '' }),
  },
  { name: 'idle sockets', run: (_, clients) => clients.hold(2_000, { text: '' }) },
  {
    name: 'slow reads of one key',
    async run({ keys }, clients) {
      const request = expensiveRead(keys.draft)
      await clients.sendAll(
        Array.from({ length: 400 }, () => request),
        400,
      )
    },
  },
  {
    name: 'slow heads',
    run: (_, clients) =>
      clients.hold(400, { text: `GET /health HTTP/1.1\r\n${host}`, slowText: 'X-A: '.repeat(100) }),
  },
  {
    name: 'slow bodies',
    async run({ keys }, clients) {
      const parts = { method: 'POST', path: '/v1/contents?model=text', body: ' '.repeat(100_000) }
      const headers = { 'X-SERVICE-API-KEY': keys.draft }
      const text = requestText({ ...parts, headers }).trimEnd()
      await clients.hold(400, { text: `${text}\r\n\r\n`, slowText: ' '.repeat(100) })
    },
  },
  {
    name: 'streams without readers',
    async run({ keys }, clients) {
      const headers = { 'X-SERVICE-API-KEY': keys.draft }
      const text = requestText({ path: '/v1/changes', headers })
      const body = JSON.stringify({ fields: { title: 'changed' } })
      const write = { method: 'POST', path: '/v1/contents?model=page', headers, body }
      await Promise.all([
        clients.hold(1_000, { text, stopsReading: true }),
        clients.sendAll(
          Array.from({ length: 25 }, () => write),
          1,
        ),
      ])
    },
  },
  {
    name: 'slow readers',
    async run({ keys }, clients) {
      const headers = { 'X-SERVICE-API-KEY': keys.draft }
      const text = requestText({ path: longPath, headers })
      await clients.hold(200, { text, stopsReading: true })
    },
  },
]
