/**
 * Model of cache hits: a site whose visitors prefer some pages to others, editors who publish, and
 * caches (points of presence) that invalidate exactly the pages that a change affects.
 */
import { articleValues, randomFrom } from './article-values.ts'

export interface Site {
  articles: number
  /** Pages of 20 articles, newest first. */
  lists: number
  /** Share of requests. */
  listShare: number
  /** Share of changes that are made to an author; the others are made to an article. */
  authorShare: number
}

export type Change = { author: number } | { article: number }
/** Pages are numbered: articles first, then lists. */
export type Step = { page: number; pop: number } | Change

/** The n-th page gets 1/n of the requests of the first; the newest article is the first. */
export function shareOf(site: Site, page: number): number {
  const { articles, lists, listShare } = site
  if (page < articles) return (1 - listShare) / ((page + 1) * harmonic(articles))
  return listShare / ((page - articles + 1) * harmonic(lists))
}

/** Number of the article on a page; the highest number is the newest. */
export function articleOf(site: Site, page: number): number {
  return site.articles - page
}

/** Counts per hour, or any other unit of time. */
export interface Rates {
  pops: number
  requests: number
  changes: number
  /** How long a cache stores an unchanged page. */
  lifetime: number
}

/**
 * If requests arrive at random, and one cache gets r requests an hour for a page that changes p times,
 * then r / (r + p) of the requests are hits.
 */
export function expectedHitShare(site: Site, { pops, requests, changes, lifetime }: Rates): number {
  const articleChanges = changes * (1 - site.authorShare)
  const authorChanges = changes * site.authorShare
  let hits = 0
  for (let page = 0; page < site.articles + site.lists; page++) {
    const share = shareOf(site, page)
    const requested = (share * requests) / pops
    const isList = page >= site.articles
    // A change affects all lists. An article changes itself, or through its author, one of fifty.
    const own = isList ? articleChanges : articleChanges * changeShare(site, page)
    const touched = own + authorChanges * (isList ? 1 - (49 / 50) ** 20 : 1 / 50) + 1 / lifetime
    hits += share * (requested / (requested + touched))
  }
  return hits
}

/** Editors prefer new articles, as visitors do. */
function changeShare({ articles }: Site, page: number): number {
  return 1 / ((page + 1) * harmonic(articles))
}

const sums = new Map<number, number>()
function harmonic(count: number): number {
  let sum = sums.get(count) ?? 0
  if (sum === 0) for (let n = 1; n <= count; n++) sum += 1 / n
  sums.set(count, sum)
  return sum
}

/** A sequence of requests with changes in between; the same options return the same sequence. */
export function* history(
  site: Site,
  { pops, requests, every }: { pops: number; requests: number; every: number },
): Generator<Step> {
  const random = randomFrom(pops + requests + every)
  const ranks = (count: number): (() => number) => {
    const ends = new Float64Array(count)
    let sum = 0
    for (let n = 0; n < count; n++) ends[n] = sum += 1 / (n + 1)
    return () => firstAbove(ends, random() * sum)
  }
  const [articleRank, listRank] = [ranks(site.articles), ranks(site.lists)]
  for (let n = 1; n <= requests; n++) {
    const isList = random() < site.listShare
    const page = isList ? site.articles + listRank() : articleRank()
    yield { page, pop: Math.floor(random() * pops) }
    if (random() * every >= 1) continue
    const isAuthor = random() < site.authorShare
    if (isAuthor) yield { author: 1 + Math.floor(random() * 50) }
    else yield { article: articleOf(site, articleRank()) }
  }
}

function firstAbove(ends: Float64Array, value: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Yields for each request whether it is a hit. */
export function* simulate(site: Site, pops: number, steps: Iterable<Step>): Generator<boolean> {
  const pages = site.articles + site.lists
  const keptAt = new Float64Array(pages * pops).fill(-1)
  const touched = { articles: new Float64Array(site.articles + 1), authors: new Float64Array(51) }
  let [time, lastArticle] = [1, 0]
  const authorsOn = new Map<number, Set<number>>()
  for (const step of steps) {
    time++
    if ('author' in step) touched.authors[step.author] = time
    else if ('article' in step) touched.articles[step.article] = lastArticle = time
    else {
      const { page, pop } = step
      const shown = articlesOn(site, page)
      const authors = authorsOn.get(page) ?? new Set(shown.map((n) => articleValues(n).author))
      authorsOn.set(page, authors)
      const own = shown.map((n) => touched.articles[n] ?? 0)
      const theirs = [...authors].map((n) => touched.authors[n] ?? 0)
      const last = Math.max(page >= site.articles ? lastArticle : 0, ...own, ...theirs)
      const place = page * pops + pop
      const isHit = (keptAt[place] ?? -1) > last
      if (!isHit) keptAt[place] = time
      yield isHit
    }
  }
}

function articlesOn(site: Site, page: number): number[] {
  if (page < site.articles) return [articleOf(site, page)]
  const first = site.articles - (page - site.articles) * 20
  return Array.from({ length: 20 }, (_, index) => first - index)
}
