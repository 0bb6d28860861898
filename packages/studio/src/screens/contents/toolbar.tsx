import { useCallback } from 'react'
import { useSession } from '../../api/session.tsx'
import classes from '../../components/list-bar.module.css'
import { Choice, SpaceChoice, StateChoice } from '../../components/list-choices.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { inactiveState, type ListSearch } from './list-search.ts'
import { TranslationChoice } from './translation-choice.tsx'
import type { useList } from './use-list.ts'

interface ToolbarProps {
  view: ReturnType<typeof useList>
  /** Focuses the search box. */
  isSearching: boolean
}

export function Toolbar({ view, isSearching }: ToolbarProps) {
  const { search, change } = view
  const t = useText()
  const format = useFormat()
  const { languages } = useSession().schema.root
  /** The archive and the trash have no languages and columns. */
  const isReadable = inactiveState(search) === undefined
  const find = useCallback(
    (contains: string | undefined) => change({ contains }, { isReplacing: true }),
    [change],
  )
  return (
    <div className={classes.bar} role="search">
      <SearchBox
        label={t('list.search')}
        value={search.contains}
        onSearch={find}
        autoFocus={isSearching}
      />
      <div className={classes.choices}>
        {languages.length > 1 && isReadable && (
          <Choice
            label={t('list.language')}
            value={search.lang}
            onChange={(lang) => change({ lang, translation: undefined })}
            data={languages.map(({ key }, at) => ({
              value: at === 0 ? '' : key,
              label: format.language(key),
            }))}
          />
        )}
        {languages.length > 1 && isReadable && <TranslationChoice view={view} />}
        <SpaceChoice value={search.space} onChange={(space) => change({ space })} />
        <StateChoice
          hasPlans
          value={search.state}
          onChange={(state) => change({ state: state as ListSearch['state'], order: undefined })}
        />
      </div>
      {isReadable && <ColumnMenu view={view} />}
    </div>
  )
}
