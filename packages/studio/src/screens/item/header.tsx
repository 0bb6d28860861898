import type { Model } from '@octavo/schema/definitions.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Actions } from './actions.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { SaveState } from './save-state.tsx'
import { useDraft } from './use-draft.ts'

interface HeaderProps {
  store: DraftStore
  model: Model
  title: string
  language: string
  isNarrow: boolean
}

export function Header({ store, model, title, language, isNarrow }: HeaderProps) {
  const { root, can } = useSession()
  const item = useDraft(store, (state) => state.item)
  const status = (): Parameters<typeof StatusBadge>[0]['status'] => {
    if (!item) return 'none'
    if (item.deletedAt !== null) return 'trash'
    if (item.archivedAt !== null) return 'archived'
    return item.languages.find((one) => one.language === language)?.status ?? 'none'
  }
  // On narrow screens the header scrolls out of view, and the action bar stays.
  const isSavingBelow = isNarrow && can('editor')
  return (
    <header className={classes.header}>
      <div className={classes.titleBox}>
        <div className={classes.crumb}>
          <Link to="/$root/contents" params={{ root }} search={{ model: model.luid }}>
            {model.name}
          </Link>
          <span aria-hidden>·</span>
          <StatusBadge status={status()} />
          {!isSavingBelow && <SaveState store={store} />}
        </div>
        <h1 className={classes.title}>{title}</h1>
      </div>
      {can('editor') && (
        <div className={classes.actions}>
          {isSavingBelow && <SaveState store={store} />}
          <Actions store={store} model={model} language={language} isNarrow={isNarrow} />
        </div>
      )}
    </header>
  )
}
