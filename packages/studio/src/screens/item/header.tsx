import type { Model } from '@octavo/schema/definitions.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { ScheduleBadge } from '../../components/schedule-badge.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useText } from '../../i18n/text.tsx'
import { useTitle } from '../../layout/page-header.tsx'
import { Actions } from './actions.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { PresentUsers } from './presence/present-users.tsx'
import { SaveState } from './save-state.tsx'
import { useDraft } from './use-draft.ts'

interface HeaderProps {
  store: DraftStore
  model: Model
  language: string
  isNarrow: boolean
}

export function Header({ store, model, language, isNarrow }: HeaderProps) {
  const { root, can } = useSession()
  const item = useDraft(store, (state) => state.item)
  const status = (): Parameters<typeof StatusBadge>[0]['status'] => {
    if (!item) return 'none'
    if (item.deletedAt !== null) return 'trash'
    if (item.archivedAt !== null) return 'archived'
    return item.languages.find((one) => one.language === language)?.status ?? 'none'
  }
  const schedules = (item?.schedules ?? [])
    .filter((one) => one.language === language)
    .map((one) => ({ ...one, hasFailed: one.failedAt !== null }))
  // On narrow screens the header scrolls out of view, and the action bar stays.
  const isSavingBelow = isNarrow && can('writer')
  return (
    <header className={classes.header}>
      <div className={classes.titleBox}>
        <div className={classes.crumb}>
          <Link to="/$root/contents" params={{ root }} search={{ model: model.luid }}>
            {model.name}
          </Link>
          <span aria-hidden>·</span>
          <StatusBadge status={status()} />
          <ScheduleBadge schedules={schedules} />
          {!isSavingBelow && <SaveState store={store} language={language} />}
        </div>
        <Title store={store} model={model} />
      </div>
      <PresentUsers />
      {can('writer') && (
        <div className={classes.actions}>
          {isSavingBelow && <SaveState store={store} language={language} />}
          <Actions store={store} model={model} language={language} isNarrow={isNarrow} />
        </div>
      )}
    </header>
  )
}

/** Rerenders at every key in the title, and is alone in that. */
function Title({ store, model }: Pick<HeaderProps, 'store' | 'model'>) {
  const t = useText()
  const main = useSession().schema.mainLanguage.key
  const isNew = useDraft(store, ({ item }) => item === null)
  const field = model.fields.find(({ id }) => id === model.titleFieldId)
  const value = useDraft(store, ({ values }) => field && values[main]?.[field.luid])
  const written = typeof value === 'string' ? value : ''
  const title = written || t(isNew ? 'item.new' : 'common.untitled', { model: model.name })
  useTitle(title)
  return <h1 className={classes.title}>{title}</h1>
}
