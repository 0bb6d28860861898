import { useCallback } from 'react'
import { useSession } from '../../api/session.tsx'
import classes from '../../components/list-bar.module.css'
import { Choice, SpaceChoice, StateChoice } from '../../components/list-choices.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { ColumnMenu } from './column-menu.tsx'
import type { ListSearch } from './list-search.ts'
import type { useList } from './use-list.ts'

export function Toolbar({ view }: { view: ReturnType<typeof useList> }) {
  const { search, change } = view
  const t = useText()
  const format = useFormat()
  const { languages } = useSession().schema.root
  const find = useCallback(
    (contains: string | undefined) => change({ contains }, { isReplacing: true }),
    [change],
  )
  return (
    <div className={classes.bar} role="search">
      <SearchBox label={t('list.search')} value={search.contains} onSearch={find} />
      {languages.length > 1 && search.state === undefined && (
        <Choice
          label={t('list.language')}
          value={search.lang}
          onChange={(lang) => change({ lang })}
          data={languages.map(({ key }, at) => ({
            value: at === 0 ? '' : key,
            label: format.language(key),
          }))}
        />
      )}
      <SpaceChoice value={search.space} onChange={(space) => change({ space })} />
      <StateChoice
        value={search.state}
        onChange={(state) => change({ state: state as ListSearch['state'], order: undefined })}
      />
      {search.state === undefined && <ColumnMenu view={view} />}
    </div>
  )
}
