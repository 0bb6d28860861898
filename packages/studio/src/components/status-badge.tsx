import type { Status } from '@octavo/schema/field-types.ts'
import { useText } from '../i18n/text.tsx'
import classes from './status-badge.module.css'

type Shown = Status | 'archived' | 'trash' | 'none'

/** Shows a status as text. The colour only supports it. */
export function StatusBadge({ status }: { status: Shown }) {
  const t = useText()
  return (
    <span className={classes.badge} data-status={status}>
      {t(`status.${status}`)}
    </span>
  )
}
