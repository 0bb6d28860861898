import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import classes from './found-in.module.css'

/** Names the languages in which a search found an item, if it shows the title of another one. */
export function FoundIn({ row }: { row: Pick<ContentRow, 'language' | 'matched'> }) {
  const t = useText()
  const format = useFormat()
  const { language, matched } = row
  if (matched.length === 0 || matched.includes(language)) return null
  const languages = matched.map(format.language).join(', ')
  return <span className={classes.found}>{t('list.foundIn', { languages })}</span>
}
