import type { Model } from '@octavo/schema/definitions.ts'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { Message } from '../../layout/message.tsx'
import { ClearAll } from './clear-all.tsx'
import { inactiveState } from './list-search.ts'
import { NewItem } from './new-item.tsx'
import { NoModels } from './no-models.tsx'
import type { useList } from './use-list.ts'

interface EmptyListProps {
  view: ReturnType<typeof useList>
  model: Model | undefined
}

/** The empty state of the list: no matches, no content yet, or no models yet. */
export function EmptyList({ view: { search, filters, list }, model }: EmptyListProps) {
  const t = useText()
  const { schema, can } = useSession()
  if (list.isPlaceholderData) return null
  const isFiltered =
    search.contains !== undefined ||
    filters.length > 0 ||
    search.space !== undefined ||
    search.lang !== undefined ||
    search.translation !== undefined
  const { state } = search
  if (
    state !== undefined &&
    (inactiveState(search) === undefined ? !isFiltered : search.contains === undefined)
  ) {
    return <Message title={t(`list.empty.${state}`)} />
  }
  if (isFiltered || search.page !== undefined) {
    return <Message title={t('list.noMatch')} action={<ClearAll search={search} />} />
  }
  if (schema.root.models.length === 0) return <NoModels />
  return (
    <Message
      title={model ? t('list.noneOf', { model: model.name }) : t('list.none')}
      action={can('writer') && <NewItem model={model} space={search.space} />}
    />
  )
}
