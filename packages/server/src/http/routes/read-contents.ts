/** Reads of content. With `release` or `at`, they show it as planned changes will leave the site. */
import { isLuid } from '@octavo/schema/names.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { parseInstant } from '@octavo/schema/zoned-time.ts'
import type { Wanted } from '../../content/previews/plan.ts'
import type { Previews } from '../../content/previews/read.ts'
import {
  getContent,
  listContents,
  type ContentsRequest,
  type Delivery,
} from '../../delivery/read-contents.ts'
import type { ApiRequest, Route } from '../api.ts'

const maxReleases = 10
/** Clocks of clients may be behind. */
const toleratedLag = 60_000

interface PlannedReads {
  readonly previews: Previews
  now(): number
}

export function readContentsRoutes(delivery: Delivery & PlannedReads): Route[] {
  return [
    {
      method: 'GET',
      path: '/contents',
      access: 'read',
      summary: 'List items',
      handle: (request) => readPlanned(delivery, request, (one) => listContents(delivery, one)),
    },
    {
      method: 'GET',
      path: '/contents/:id',
      access: 'read',
      summary: 'Get an item',
      handle: (request) =>
        readPlanned(delivery, request, (one) =>
          getContent(delivery, one, request.params['id'] ?? ''),
        ),
    },
  ]
}

/** Runs the read on a preview if the request has one of the parameters. */
async function readPlanned<T>(
  { previews, now }: PlannedReads,
  request: ApiRequest,
  work: (request: ContentsRequest) => Promise<T>,
): Promise<T> {
  const wanted = wantedIn(request, now())
  if (!wanted) return work(request)
  const { query, reader } = request
  // The site has no drafts.
  const key = 'at' in wanted ? { ...request.key, reads: 'published' as const } : request.key
  return previews.read(wanted, (previewed) => work({ ...previewed, key, query }), reader)
}

/** Most requests have neither parameter, so their query is not decoded. A name may be percent-encoded. */
const mayBePlanned = new RegExp(`[?&](?:${encodable('release')}|${encodable('at')})=`, 'i')

/** A pattern for the name with any of its letters percent-encoded. */
function encodable(name: string): string {
  return Array.from(name, (letter) => `(?:${letter}|%${letter.charCodeAt(0).toString(16)})`).join(
    '',
  )
}

function wantedIn(request: ApiRequest, now: number): Wanted | undefined {
  const { search, key, schema } = request
  if (search !== undefined && !mayBePlanned.test(search)) return undefined
  const { query } = request
  const valuesOf = (name: string) =>
    query.filter(([sent, value, wrong]) => sent === name && (value !== '' || wrong))
  const [releases, times] = [valuesOf('release'), valuesOf('at')]
  if (releases.length + times.length === 0) return undefined
  const path = releases.length > 0 ? 'release' : 'at'
  if (key.reads !== 'draft')
    throw new Refusal('forbidden', [problemAt(path, say('keyReadsDrafts'))])
  const problems: Problem[] = []
  for (const [name, , wrong] of [...releases, ...times]) {
    if (wrong) problems.push(problemAt(name, wrong))
  }
  if (releases.length > 0 && times.length > 0) {
    problems.push(problemAt('at', say('releaseWithTime')))
  }
  if (times.length > 1) problems.push(problemAt('at', say('givenTwice')))
  const luids = releases.flatMap(([, value]) => value.split(',').map((luid) => luid.trim()))
  const at = times[0] && instantIn(times[0][1], now, problems)
  if (releases.length > 0) checkLuids(luids, problems)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  const rootId = schema.root.id
  return at === undefined ? { rootId, releases: luids } : { rootId, at }
}

function checkLuids(luids: readonly string[], problems: Problem[]): void {
  if (luids.length > maxReleases) {
    problems.push(problemAt('release', say('tooManyNames', { max: maxReleases })))
    return
  }
  for (const [index, luid] of luids.entries()) {
    if (!isLuid(luid)) problems.push(problemAt('release', say('releaseLuid')))
    else if (luids.indexOf(luid) !== index) problems.push(problemAt('release', say('givenTwice')))
  }
}

/** In a query string, a plus sign that is not encoded is a space. */
function instantIn(text: string, now: number, problems: Problem[]): number | undefined {
  const instant = parseInstant(text.replace(/ (?=\d\d:\d\d$)/, '+'))
  if (typeof instant !== 'number') problems.push(problemAt('at', instant))
  else if (instant < now - toleratedLag) problems.push(problemAt('at', say('pastTime')))
  return typeof instant === 'number' ? instant : undefined
}
