/**
 * The purge property: after every change, each cached response equals a fresh one, and responses without an
 * affected tag are still cached.
 */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { createKey } from '../access/keys.ts'
import { tagsOfChange } from '../changes/tags.ts'
import type { ContentContext } from '../content/context.ts'
import type { TestResponse } from './app-factory.ts'
import { fill } from './filled-world.ts'
import { changeArbitrary, makeChange, type WorldChange } from './purge-history.ts'
import type { ModelWorld } from './read-model.ts'
import { readCaseArbitrary } from './read-queries.ts'
import { readWorldArbitrary } from './read-world.ts'

export interface PurgeBench {
  /** The context for changes. */
  context: ContentContext
  cached(path: string, key: string): Promise<TestResponse>
  fresh(path: string, key: string): Promise<TestResponse>
  /** The tags of the response of `cached`, which an external cache does not expose. */
  tags(path: string, key: string): Promise<Set<string>>
  /** Resolves when the purges for all changes so far have reached the cache. */
  settled(): Promise<void>
}

export interface PurgeSize {
  seed: number
  urls: number
  changes: number
}

interface Warm {
  path: string
  key: string
  tags: Set<string>
}

export async function checkPurges(
  bench: PurgeBench,
  size: PurgeSize,
): Promise<{ hits: number; misses: number }> {
  const { seed } = size
  const [world] = fc.sample(readWorldArbitrary, { numRuns: 1, seed })
  if (!world) throw new Error('no world was generated')
  await fill(bench.context.store, world)
  const keys = await makeKeys(bench.context, world, { listsMedia: true })
  const urls = urlsOf(world, keys, size)
  const changes = fc.sample(changeArbitrary(world), { numRuns: size.changes, seed })
  const rootId = world.schema.root.id
  const count = { hits: 0, misses: 0 }
  await bench.settled()
  let warm = await warmUp(bench, urls, [])
  for (const [index, change] of changes.entries()) {
    const last = await bench.context.store.read((tx) => tx.changes.latest())
    await makeChange(
      bench.context,
      rootId,
      keys.map(({ id }) => id),
      change,
    )
    const made = await bench.context.store.read((tx) => tx.changes.after(last, 1000))
    const touched = new Set(made.flatMap(tagsOfChange))
    await bench.settled()
    const left: Warm[] = []
    for (const one of warm) {
      const place = `seed ${seed}, change ${index} ${describe(change)}, ${one.path}`
      const isTouched = !one.tags.isDisjointFrom(touched)
      await checkOne(bench, one, { isTouched, place })
      count[isTouched ? 'misses' : 'hits']++
      if (!isTouched) left.push(one)
    }
    warm = await warmUp(bench, urls, left)
  }
  return count
}

async function checkOne(
  bench: PurgeBench,
  { path, key }: Warm,
  { isTouched, place }: { isTouched: boolean; place: string },
): Promise<void> {
  const fresh = await bench.fresh(path, key)
  const response = await bench.cached(path, key)
  const isHit = response.headers.get('x-cache') === 'HIT'
  assert.equal(isHit, !isTouched, `${place}: was ${isHit ? 'not purged' : 'purged without need'}`)
  assert.deepEqual(shownOf(response), shownOf(fresh), place)
}

function shownOf({ status, text, headers }: TestResponse): unknown[] {
  return [status, text, headers.get('etag'), headers.get('x-service-detail'), headers.get('vary')]
}

function describe(change: WorldChange): string {
  return JSON.stringify('item' in change ? { kind: change.kind, id: change.item.id } : change)
}

/** Fills the cache; returns the cached paths with their tags. */
async function warmUp(
  bench: PurgeBench,
  urls: readonly { path: string; key: string }[],
  left: readonly Warm[],
): Promise<Warm[]> {
  const warm = [...left]
  for (const { path, key } of urls) {
    if (left.some((one) => one.path === path && one.key === key)) continue
    const first = await bench.cached(path, key)
    if (first.status !== 200) continue
    const second = await bench.cached(path, key)
    assert.equal(second.headers.get('x-cache'), 'HIT', path)
    assert.equal(second.text, first.text)
    warm.push({ path, key, tags: await bench.tags(path, key) })
  }
  return warm
}

export function makeKeys(
  context: ContentContext,
  { schema }: ModelWorld,
  { listsMedia }: { listsMedia: boolean },
): Promise<{ id: number; key: string }[]> {
  const { root } = schema
  const settings = {
    rootId: root.id,
    name: 'test',
    reads: 'published',
    writesContents: false,
    writesMedia: false,
    publishes: true,
    listsMedia,
    readLimit: null,
    writeLimit: null,
    expiresAt: null,
    actor: 'test',
  } as const
  const reaches = [null, null, [root.spaces[0]?.id ?? 0]]
  return Promise.all(reaches.map((spaceIds) => createKey(context, { ...settings, spaceIds })))
}

export function urlsOf(
  world: ModelWorld,
  keys: readonly { key: string }[],
  { seed, urls }: PurgeSize,
): { path: string; key: string }[] {
  const cases = fc.sample(readCaseArbitrary(world), { numRuns: urls, seed })
  const urlsByPath = cases.map(({ id, params }, index) => {
    const query = new URLSearchParams(params.map(([name, value]) => [name, value])).toString()
    const path = `/contents${id === undefined ? '' : `/${id}`}`
    const key = keys[index % keys.length]?.key ?? ''
    return { path: query === '' ? path : `${path}?${query}`, key }
  })
  const media = [
    '/media',
    '/media?limit=1&order=name',
    '/media?tag=sea',
    '/media?folder=press',
    '/media/501',
  ]
  for (const [index, path] of media.entries()) {
    urlsByPath.push({ path, key: keys[index % keys.length]?.key ?? '' })
  }
  const walks = urlsByPath.filter(({ path }) => /^\/contents\?(?!.*offset=)/.test(path))
  for (const { path, key } of walks.slice(0, 5)) {
    urlsByPath.push({ path: `${path}&limit=3&cursor=start`, key })
  }
  return [...new Map(urlsByPath.map((url) => [`${url.key} ${url.path}`, url])).values()]
}
