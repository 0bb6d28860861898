import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import classes from './status-badge.module.css'

interface ScheduleBadgeProps {
  schedules: ContentRow['schedules']
  /** Whether to show only a sign. */
  isShort?: boolean
}

/** When an item is published or unpublished next, or that this failed. */
export function ScheduleBadge({ schedules, isShort = false }: ScheduleBadgeProps) {
  const t = useText()
  const format = useFormat()
  const failed = schedules.find(({ hasFailed }) => hasFailed)
  const next = failed ?? schedules.toSorted((a, b) => a.at.localeCompare(b.at))[0]
  if (!next) return null
  const text = t(failed ? `schedule.failed.${next.action}` : `schedule.${next.action}`)
  const Sign = failed ? IconAlertTriangle : IconClock
  const all = schedules
    .map((one) => `${t(`schedule.${one.action}`)} (${one.language}): ${format.moment(one.at)}`)
    .join('\n')
  return (
    <span className={classes.schedule} data-failed={failed !== undefined} title={all}>
      <Sign size={13} aria-hidden />
      <span className="visually-hidden">{text}</span>
      {!isShort && format.shortMoment(next.at)}
    </span>
  )
}
