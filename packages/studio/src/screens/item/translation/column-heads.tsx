import { Button } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { IconCopy, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { useEditing } from '../../../fields/editing.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { OriginalChangesDialog } from './original-changes.tsx'
import classes from './translation.module.css'
import { useCopying } from './use-copying.tsx'
import { useOriginal } from './use-original.ts'

interface ColumnHeadsProps {
  store: DraftStore
  model: Model
  languages: string[]
}

/** The name of the language above each column. It stays in view. */
export function ColumnHeads({ store, model, languages }: ColumnHeadsProps) {
  return (
    <div className={classes.heads} data-columns={languages.length}>
      {languages.map((language) => (
        <Head key={language} store={store} model={model} language={language} />
      ))}
    </div>
  )
}

interface HeadProps {
  store: DraftStore
  model: Model
  language: string
}

function Head({ store, model, language }: HeadProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const isMain = language === schema.mainLanguage.key
  return (
    <div className={classes.head}>
      <span className={classes.name}>{format.language(language)}</span>
      {isMain ? (
        <span className={classes.original}>{t('translation.original')}</span>
      ) : (
        <Tools store={store} model={model} language={language} />
      )}
    </div>
  )
}

function Tools({ store, model, language }: HeadProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const { isReadOnly } = useEditing()
  const [isShown, setIsShown] = useState(false)
  const { isOutdated } = useOriginal(store, language)
  const { start, dialog } = useCopying(store, model, language)
  const source = format.language(schema.mainLanguage.key)
  return (
    <>
      {isOutdated && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.changed}
          leftSection={<IconHistory size={15} aria-hidden />}
          onClick={() => setIsShown(true)}
        >
          {t('translation.changedSince', { source })}
        </Button>
      )}
      {!isReadOnly && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          c="inherit"
          className={classes.copy}
          leftSection={<IconCopy size={15} aria-hidden />}
          aria-label={t('translation.copyAllFrom', { source })}
          title={t('translation.copyAllFrom', { source })}
          onClick={() => start()}
        >
          <span className={classes.copyLabel}>{t('translation.copyAll')}</span>
        </Button>
      )}
      {dialog}
      {isShown && (
        <OriginalChangesDialog
          store={store}
          model={model}
          language={language}
          onClose={() => setIsShown(false)}
        />
      )}
    </>
  )
}
