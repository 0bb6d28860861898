import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { updatedAt } from './language-facts.ts'
import { useDraft } from './use-draft.ts'

/** The save state as text, always in the same place. */
export function SaveState({ store, language }: { store: DraftStore; language: string }) {
  const t = useText()
  const format = useFormat()
  const main = useSession().schema.mainLanguage.key
  const state = useDraft(store, ({ saveState }) => saveState)
  const savedAt = useDraft(store, (draft) => draft.savedAt)
  const changedAt = useDraft(store, ({ item }) => item && updatedAt(item, language, main))
  const text = (): string => {
    if (state !== 'clean') return t(`save.${state}`)
    if (savedAt !== null) return t('save.saved')
    return changedAt ? t('save.changed', { time: format.ago(changedAt) }) : ''
  }
  return (
    <span role="status" className={classes.saving} data-state={state}>
      {text()}
    </span>
  )
}
