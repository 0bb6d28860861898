import { Button } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { Message } from '../../layout/message.tsx'
import { ClearAll } from './clear-all.tsx'
import { NewItem } from './new-item.tsx'
import type { useList } from './use-list.ts'

interface EmptyListProps {
  view: ReturnType<typeof useList>
  model: Model | undefined
}

/** The empty state of the list: no matches, no content yet, or no models yet. */
export function EmptyList({ view: { search, filters, list }, model }: EmptyListProps) {
  const t = useText()
  const { root, schema, can } = useSession()
  if (list.isPlaceholderData) return null
  const isFiltered =
    search.contains !== undefined ||
    filters.length > 0 ||
    search.space !== undefined ||
    search.lang !== undefined
  if (search.state !== undefined && search.contains === undefined) {
    return <Message title={t(search.state === 'trash' ? 'list.emptyTrash' : 'list.emptyArchive')} />
  }
  if (isFiltered || search.page !== undefined) {
    return <Message title={t('list.noMatch')} action={<ClearAll search={search} />} />
  }
  if (schema.root.models.length === 0) {
    return (
      <Message
        title={t('list.noModels')}
        action={
          can('admin') && (
            <Button component={Link} to={`/${root}/models`}>
              {t('list.createModel')}
            </Button>
          )
        }
      >
        {t('list.noModelsHint')}
      </Message>
    )
  }
  return (
    <Message
      title={model ? t('list.noneOf', { model: model.name }) : t('list.none')}
      action={can('editor') && <NewItem model={model} space={search.space} />}
    />
  )
}
