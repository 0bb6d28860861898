import { NativeSelect } from '@mantine/core'
import { useSession } from '../../api/session.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { useDraft } from './use-draft.ts'

interface LanguageBarProps {
  store: DraftStore
  language: string
  onLanguage: (language: string) => void
  beside: string | null
  onBeside: ((language: string | null) => void) | undefined
}

/** Every language with its status, and whether it is missing or older than the main language. */
export function LanguageBar({ store, language, onLanguage, beside, onBeside }: LanguageBarProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const item = useDraft(store, (state) => state.item)
  const keys = schema.root.languages.map(({ key }) => key)
  return (
    <div className={classes.languages} role="group" aria-label={t('item.languages')}>
      {keys.map((key) => {
        const facts = item?.languages.find((one) => one.language === key)
        return (
          <button
            key={key}
            type="button"
            className={classes.tab}
            aria-pressed={key === language}
            onClick={() => onLanguage(key)}
          >
            {format.language(key)}
            <StatusBadge status={facts?.status ?? 'none'} />
            {item?.translations.some((one) => one.language === key && one.isOutdated) && (
              <span className={classes.outdated}>{t('item.outdated')}</span>
            )}
          </button>
        )
      })}
      {onBeside && (
        <NativeSelect
          size="xs"
          aria-label={t('item.beside')}
          value={beside ?? ''}
          data={[
            { value: '', label: t('item.oneLanguage') },
            ...keys
              .filter((key) => key !== language)
              .map((key) => ({
                value: key,
                label: t('item.besideOf', { language: format.language(key) }),
              })),
          ]}
          onChange={({ currentTarget }) =>
            onBeside(currentTarget.value === '' ? null : currentTarget.value)
          }
        />
      )}
    </div>
  )
}
