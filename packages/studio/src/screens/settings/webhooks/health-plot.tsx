import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import mark from '../../../components/mark.module.css'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { hoursUntil } from './health-data.ts'
import classes from './webhooks.module.css'

const hourCount = 24

/** A bar per hour of the last day, with succeeded and failed attempts. */
export function HealthPlot({ info }: { info: WebhookInfo }) {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { data } = useQuery({
    // Read again at once when the webhook begins to fail, recovers, or a delivery has failed.
    queryKey: ['webhooks', root, info.id, 'health', info.failingSince, info.failed],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      admin.call('readWebhookHealth', {
        params: { root, id: info.id },
        query: { hours: String(hourCount) },
        signal,
      }),
    refetchInterval: 60_000,
  })
  if (!data) return <div className={classes.health} />
  const hours = hoursUntil(Date.now(), hourCount, data.hours)
  const most = Math.max(...hours.map(({ succeeded, failed }) => succeeded + failed))
  const sum = (name: 'succeeded' | 'failed'): string =>
    format.number(hours.reduce((total, hour) => total + hour[name], 0))
  const summary =
    most === 0
      ? t('webhooks.healthNone')
      : t('webhooks.health', { succeeded: sum('succeeded'), failed: sum('failed') })
  return (
    <figure className={classes.health}>
      {most > 0 && (
        <div className={classes.bars} aria-hidden>
          {hours.map(({ at, succeeded, failed }) => (
            <div
              key={at}
              className={classes.hour}
              title={`${format.time(at)}: ${format.number(succeeded)} / ${format.number(failed)}`}
            >
              <div
                className={mark.color}
                data-mark="succeeded"
                style={{ height: `${(100 * succeeded) / most}%` }}
              />
              <div
                className={mark.color}
                data-mark="failed"
                style={{ height: `${(100 * failed) / most}%` }}
              />
            </div>
          ))}
        </div>
      )}
      <figcaption className={classes.caption}>{summary}</figcaption>
    </figure>
  )
}
