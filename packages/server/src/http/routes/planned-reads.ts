/** The parameters `release` and `at`: the planned changes that a read shows. */
import { isLuid } from '@octavo/schema/names.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { parseInstant } from '@octavo/schema/zoned-time.ts'
import type { Wanted } from '../../content/previews/plan.ts'
import type { ApiRequest } from '../api.ts'

const maxReleases = 10
/** Clocks of clients may be behind. */
const toleratedLag = 60_000

/** Undefined if the request has neither parameter. */
export function wantedIn(request: ApiRequest, now: number): Wanted | undefined {
  const { key, schema, query } = request
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
