/**
 * Uses a new server as sites and editors do. The first request of each kind costs more, because its code
 * is compiled and its threads are started. Attacks are measured on a server that is in use.
 */
import { pagePath, type World } from './world.ts'

const rounds = 5
const reads = [
  pagePath,
  '/v1/contents?model=link&limit=10&next.title[contains]=1',
  '/v1/contents?model=link&limit=10&starts_at[gte]=2026-01-01T00:00:00Z&facets=next',
  '/v1/contents?model=link&limit=10&search=harbour',
  `/v1/contents?model=link&limit=10&where=${encodeURIComponent('{"title":{"startswith":"Link"}}')}`,
]
const items = [
  { model: 'text', fields: { title: 'Text', a: '# Heading\n\nA paragraph with a [link](/a).' } },
  { model: 'named', fields: { title: 'A name' } },
  { model: 'shaped', fields: { title: 'Shaped', data: [] } },
]

export async function useServer(baseUrl: string, { keys }: World): Promise<void> {
  const headers = { 'X-SERVICE-API-KEY': keys.draft, 'Content-Type': 'application/json' }
  const send = async (path: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(new URL(path, baseUrl), { ...init, headers })
    const body = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
  }
  for (let round = 0; round < rounds; round++) {
    for (const path of reads) await send(path)
    for (const item of items) {
      const { model, ...body } = item
      const path = `/v1/contents?model=${model}&published=true`
      await send(path, { method: 'POST', body: JSON.stringify(body) })
    }
  }
}
