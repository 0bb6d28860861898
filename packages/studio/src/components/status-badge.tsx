import type { Status } from '@octavo/schema/field-types.ts'
import { useText } from '../i18n/text.tsx'
import classes from './status-badge.module.css'

type Shown = Status | 'archived' | 'trash' | 'none'

/** One notion of status. The word says it; the colour only helps. */
export function StatusBadge({ status }: { status: Shown }) {
  const t = useText()
  return (
    <span className={classes.badge} data-status={status}>
      {t(`status.${status}`)}
    </span>
  )
}
