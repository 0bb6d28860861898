import { IconChecklist } from '@tabler/icons-react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import classes from './status-badge.module.css'
import { today } from './today.ts'

/** That the review of an item is due. */
export function ReviewBadge({ by }: { by: string | null }) {
  const t = useText()
  const format = useFormat()
  if (by === null || by > today()) return null
  const text = t('review.badge', { date: format.day(by) })
  return (
    <span className={classes.schedule} title={text}>
      <IconChecklist size={14} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
