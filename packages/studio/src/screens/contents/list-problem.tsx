import { useText } from '../../i18n/text.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { ClearAll } from './clear-all.tsx'
import classes from './contents.module.css'
import type { useList } from './use-list.ts'

/** Explains why the list is missing, or may be outdated. */
export function ListProblem({ view: { search, list } }: { view: ReturnType<typeof useList> }) {
  const t = useText()
  const { data, error, refetch } = list
  if (!error) return null
  if (!data) {
    const action = <ClearAll search={search} />
    return <ErrorView error={error} reset={() => void refetch()} action={action} />
  }
  return (
    <p role="alert" className={classes.offline}>
      {t('common.offline')}
    </p>
  )
}
