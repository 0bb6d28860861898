/** Reads with filters that are expensive for the database or the process. */
import type { Attack, Target } from './attack.ts'
import type { AttackRequest } from './clients.ts'

type Filter = readonly [name: string, value: string]

function read(key: string, filters: readonly Filter[]): AttackRequest {
  const query = filters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const path = `/v1/contents?model=link&limit=100&${query}`
  return { path, headers: { 'X-SERVICE-API-KEY': key } }
}

const filterCount = 32
const eachFilter = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: filterCount }, (_, index) => make(index))
const through = 'next.next.next'
/** Twenty letters that every item contains. */
const letters = 'thearbouligdscfymnkw'

/** Short texts that every item contains, so that none of the conditions ends the search early. */
const fragments =
  'a e i o n t h r s l ha ar rb bo ou ur li ig gh ht th ho us ma fe er rr ry mo or rn ni'.split(' ')

const throughReferences: readonly Filter[] = eachFilter((index) => [
  `${through}.lead[contains]`,
  fragments[index] ?? 'a',
])

/** As many as the server allows: they follow 30 references of at most 32. */
const allowedThroughReferences = throughReferences.slice(0, 10)

const datePaths = ['', 'next.', 'next.next.', 'next.next.next.'].flatMap((path) =>
  ['starts_at', 'ends_at'].map((field) => path + field),
)
const distinctDates: readonly Filter[] = eachFilter((index) => {
  const operator = ['gt', 'gte', 'lt', 'lte'][Math.floor(index / datePaths.length)] ?? 'gt'
  const year = operator.startsWith('g') ? 1990 : 2090
  return [`${datePaths[index % datePaths.length]}[${operator}]`, `${year + index}-01-01T00:00:00Z`]
})

const keywords: readonly Filter[] = [['contains', letters.split('').join()]]

/** As deep and as long as the server allows. */
function nested(depth: number): object {
  const contains = { lead: { contains: fragments[depth] ?? 'a' } }
  return depth === 0 ? contains : { $not: { $or: [nested(depth - 1), contains] } }
}
const conditions: readonly Filter[] = [
  ['where', JSON.stringify({ $and: Array.from({ length: 8 }, () => nested(3)) })],
]
const counted: readonly Filter[] = [
  ['facets', 'next'],
  [
    'where',
    JSON.stringify({
      $or: fragments.slice(0, 30).map((one) => ({ lead: { contains: `${one}z` } })),
    }),
  ],
]

/** Different each time, so that the response is not in the cache. */
const numbered = (filters: readonly Filter[], index: number): Filter[] => [
  ...filters,
  ['offset', String(index)],
]

function repeatedReads(filters: readonly Filter[]): Attack['run'] {
  return ({ keys }, clients) => {
    const requests = Array.from({ length: 50 }, (_, index) =>
      read(keys.published, numbered(filters, index)),
    )
    return clients.sendAll(requests, 4)
  }
}

export function expensiveRead(key: string): AttackRequest {
  return read(key, keywords)
}

/** Clients that leave before the response, so that the server can cancel the read. */
async function leaveEarly({ keys }: Target, clients: Parameters<Attack['run']>[1]): Promise<void> {
  const requests = Array.from({ length: 20 }, (_, index) => ({
    ...read(keys.published, numbered(allowedThroughReferences, index)),
    leavesAfter: 100,
  }))
  await clients.sendAll(requests, requests.length)
}

export const readAttacks: readonly Attack[] = [
  { name: 'filters through references', run: repeatedReads(throughReferences) },
  { name: 'ten filters through references', run: repeatedReads(allowedThroughReferences) },
  { name: 'distinct date filters', run: repeatedReads(distinctDates) },
  {
    name: 'identical filters',
    run: repeatedReads(eachFilter(() => [`${through}.lead[contains]`, 'harbour'])),
  },
  { name: 'nested conditions', run: repeatedReads(conditions) },
  { name: 'facets of an expensive selection', run: repeatedReads(counted) },
  { name: 'twenty keywords', run: repeatedReads(keywords) },
  { name: 'reads without readers', measuresOtherRoot: true, run: leaveEarly },
]
