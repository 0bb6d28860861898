import { useText } from '../../i18n/text.tsx'
import classes from './contents.module.css'
import type { useList } from './use-list.ts'

/** Names the order of a list, which may be that of a column that is not shown. */
export function SortNote({ view: { order, fields } }: { view: ReturnType<typeof useList> }) {
  const t = useText()
  const keys = order.split(',').map((key) => {
    const path = key.replace(/^-/, '')
    const field = fields.find((one) => one.path === path)?.label ?? path
    return t(key.startsWith('-') ? 'list.descending' : 'list.ascending', { field })
  })
  return <span className={classes.sorted}>{t('list.sorted', { keys: keys.join('; ') })}</span>
}
