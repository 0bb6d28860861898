import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Model } from '@octavo/schema/definitions.ts'
import { useSession } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { useDraft } from '../use-draft.ts'
import { changesIn, type FieldChange } from './changes.ts'
import { Comparison } from './comparison.tsx'
import classes from './review.module.css'

export type ReviewPurpose = 'review' | 'discard'

interface ReviewProps {
  store: DraftStore
  model: Model
  /** The language on the page. Discarding applies to this one only. */
  language: string
  purpose: ReviewPurpose
  onPublish: (language: string | null) => void
  onDiscard: (changes: FieldChange[]) => void
  onClose: () => void
}

/** Compares draft and published version before the user publishes or discards the draft. */
export function Review(props: ReviewProps) {
  const { store, model, language, purpose, onPublish, onDiscard, onClose } = props
  const t = useText()
  const format = useFormat()
  const { schema, can } = useSession()
  const isNarrow = useMediaQuery('(max-width: 52em)') ?? false
  const item = useDraft(store, (state) => state.item)
  const values = useDraft(store, (state) => state.values)
  const labels = useDraft(store, (state) => state.labels)
  const isDiscarding = purpose === 'discard'
  const all = changesIn(item, values, model)
  const own = all.filter((change) => change.language === language)
  const changes = isDiscarding ? own : all
  const languages = [...new Set(changes.map((change) => change.language))]
  const isMany = schema.root.languages.length > 1
  const named = { language: format.language(language), count: own.length }
  return (
    <Dialog
      onClose={onClose}
      size={1040}
      fullScreen={isNarrow}
      title={t(isDiscarding ? 'review.discardTitle' : 'review.title', { count: changes.length })}
    >
      {isDiscarding && <Text size="sm">{t('review.discardHint')}</Text>}
      {changes.length === 0 && <Text size="sm">{t('review.none')}</Text>}
      {changes.length > 0 && (
        <div className={`${classes.columns} ${classes.heads}`} aria-hidden>
          <span>{t('review.published')}</span>
          <span>{t('review.draft')}</span>
        </div>
      )}
      {languages.map((key) => (
        <div key={key}>
          {isMany && <h3 className={classes.language}>{format.language(key)}</h3>}
          {changes
            .filter((change) => change.language === key)
            .map((change) => (
              <Comparison key={change.field.id} change={change} labels={labels} />
            ))}
        </div>
      ))}
      <div className={classes.foot}>
        {isDiscarding ? (
          <>
            <Button data-autofocus onClick={onClose}>
              {t('review.keepDraft')}
            </Button>
            <Button variant="default" c="var(--mantine-color-error)" onClick={() => onDiscard(own)}>
              {t('review.discardNow')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('review.keepEditing')}
            </Button>
            {can('editor') && own.length > 0 && (
              <Button onClick={() => onPublish(language)}>
                {isMany ? t('review.publishOne', named) : t('item.publishChanges')}
              </Button>
            )}
            {can('editor') && languages.some((key) => key !== language) && (
              <Button
                variant={own.length > 0 ? 'default' : 'filled'}
                onClick={() => onPublish(null)}
              >
                {t('item.publishAll')}
              </Button>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
