/** Receives reports of builds that a deploy hook has started. */
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { buildReports } from '@octavo/schema/webhooks.ts'
import type { ContentContext } from '../../content/context.ts'
import { reportBuild, reportPath } from '../../webhooks/deploy/report.ts'
import { withClientAddress } from '../../store/client-address.ts'
import type { Clients } from '../clients.ts'
import type { Endpoint, HttpRequest } from '../exchange.ts'
import { parseQuery } from '../query-string.ts'
import { noSuchPath } from '../router.ts'

interface ReportDeps extends Pick<ContentContext, 'store' | 'now'> {
  readonly clients: Clients
}

/** The body is not read: each service sends another one. */
export function buildReportEndpoint({ clients, ...context }: ReportDeps): Endpoint {
  return {
    method: 'POST',
    callers: 'anyone',
    isOpen: true,
    path: `${reportPath}/:token/:report`,
    handle: (request) =>
      clients.run(request, undefined, async () => {
        const { token = '', report: name } = request.params
        const report = buildReports.find((one) => one === name)
        if (!report) throw noSuchPath()
        const given = { token, report, build: buildIn(request) }
        const isLatest = await withClientAddress(request.address, () => reportBuild(context, given))
        return {
          status: 200,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'cache-control': 'no-store',
          },
          body: JSON.stringify({ state: report, isLatest }),
        }
      }),
  }
}

function buildIn({ url }: HttpRequest): number | undefined {
  const [, text] = parseQuery(url).find(([name]) => name === 'build') ?? []
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new Refusal('badRequest', say('notBuild'))
}
