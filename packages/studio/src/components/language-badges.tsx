import type { LanguageStatus } from '@octavo/schema/admin/contents.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import classes from './status-badge.module.css'

/** Every language of the space, with its status for this item. */
export function LanguageBadges({ languages }: { languages: LanguageStatus[] }) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  if (schema.root.languages.length < 2) return null
  return (
    <span className={classes.languages}>
      {schema.root.languages.map(({ key }) => {
        const own = languages.find(({ language }) => language === key)
        const status = own?.status ?? 'none'
        const outdated = own?.isOutdated ? ` (${t('item.outdated')})` : ''
        const text = `${format.language(key)}: ${t(`status.${status}`)}${outdated}`
        return (
          <span key={key} className={classes.language} data-status={status} title={text}>
            <span aria-hidden>
              {key}
              {own?.isOutdated && <span className={classes.old}>!</span>}
            </span>
            <span className="visually-hidden">{text}</span>
          </span>
        )
      })}
    </span>
  )
}
