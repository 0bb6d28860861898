import { ActionIcon } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { IconBox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { BulkBar } from './bulk-bar.tsx'
import classes from './contents.module.css'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { inactiveState } from './list-search.ts'
import { ListProblem } from './list-problem.tsx'
import { ListTable } from './list-table.tsx'
import { NewItem } from './new-item.tsx'
import { Pages } from './pages.tsx'
import { SortNote } from './sort-note.tsx'
import { Toolbar } from './toolbar.tsx'
import { useList } from './use-list.ts'
import { ViewsMenu } from './views/views-menu.tsx'

/** The content list of one model or of all models. */
export function Contents() {
  const t = useText()
  const { root, schema, can } = useSession()
  const view = useList()
  const { search, change, list, query } = view
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const scope = JSON.stringify({ ...query, offset: undefined, columns: undefined })
  useEffect(() => setChosen(new Set()), [scope])
  const [isSearching, setIsSearching] = useState(false)
  const model = schema.modelByLuid.get(search.model ?? '')
  const { data } = list
  const hasModels = schema.root.models.length > 0
  return (
    <div className={classes.page}>
      <PageHeader title={model?.name ?? t('nav.all')}>
        {can('admin') && model && (
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            size="lg"
            aria-label={t('list.editModel')}
            title={t('list.editModel')}
            renderRoot={(props) => (
              <Link
                to="/$root/models"
                params={{ root }}
                search={{ model: model.luid }}
                {...props}
              />
            )}
          >
            <IconBox size={18} aria-hidden />
          </ActionIcon>
        )}
        <ViewsMenu view={view} />
        {can('writer') && hasModels && <NewItem model={model} space={search.space} />}
      </PageHeader>
      <About model={model} />
      {chosen.size > 0 ? (
        <BulkBar
          chosen={chosen}
          onChoose={(next) => {
            setIsSearching(false)
            setChosen(next)
          }}
          onSearch={() => {
            setIsSearching(true)
            setChosen(new Set())
          }}
          total={data?.total ?? 0}
          query={query}
          state={inactiveState(search) ?? 'active'}
          rows={data?.rows ?? []}
          model={model}
          language={search.lang ?? schema.mainLanguage.key}
        />
      ) : (
        hasModels && <Toolbar view={view} isSearching={isSearching} />
      )}
      {hasModels && inactiveState(search) === undefined && <FilterBar view={view} />}
      <ListProblem view={view} />
      {data && data.rows.length > 0 && (
        <ListTable view={view} rows={data.rows} chosen={chosen} onChoose={setChosen} />
      )}
      {data?.rows.length === 0 && <EmptyList view={view} model={model} />}
      {data && (
        <Pages total={data.total} page={search.page} onChange={(page) => change({ page })}>
          {inactiveState(search) === undefined && <SortNote view={view} />}
        </Pages>
      )}
      <p role="status" className="visually-hidden">
        {data ? t('list.found', { count: data.total }) : t('common.loading')}
      </p>
    </div>
  )
}

function About({ model }: { model: Model | undefined }) {
  return model?.description && <p className={classes.about}>{model.description}</p>
}
