import { useText } from '../../i18n/text.tsx'
import { Wrong } from '../../layout/wrong.tsx'
import { ClearAll } from './clear-all.tsx'
import classes from './contents.module.css'
import type { useList } from './use-list.ts'

/** Why there is no list, or why the one that is shown may be old. */
export function ListProblem({ view: { search, list } }: { view: ReturnType<typeof useList> }) {
  const t = useText()
  const { data, error, refetch } = list
  if (!error) return null
  if (!data) {
    const action = <ClearAll search={search} />
    return <Wrong error={error} reset={() => void refetch()} action={action} />
  }
  return (
    <p role="alert" className={classes.offline}>
      {t('common.offline')}
    </p>
  )
}
