import { NativeSelect, TextInput } from '@mantine/core'
import { mediaOrders } from '@octavo/schema/media-parameters.ts'
import { useText } from '../../i18n/text.tsx'
import { orderChoices } from './order-names.ts'
import type { ReadRequest } from './read-request.ts'

interface MediaRequestFormProps {
  request: ReadRequest
  onChange: (change: Partial<ReadRequest>) => void
}

/** The filters and the order of a list of media. */
export function MediaRequestForm({ request, onChange }: MediaRequestFormProps) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('list.search')}
        value={request.contains}
        onChange={({ currentTarget }) => onChange({ contains: currentTarget.value })}
      />
      <TextInput
        label={t('media.type')}
        placeholder="image"
        value={request.type}
        onChange={({ currentTarget }) => onChange({ type: currentTarget.value })}
      />
      <TextInput
        label={t('media.folder')}
        placeholder="press/2026"
        value={request.folder}
        onChange={({ currentTarget }) => onChange({ folder: currentTarget.value })}
      />
      <TextInput
        label={t('media.tags')}
        value={request.tag}
        onChange={({ currentTarget }) => onChange({ tag: currentTarget.value })}
      />
      <NativeSelect
        label={t('explorer.order')}
        value={request.mediaOrder}
        data={orderChoices(
          mediaOrders.map((path) => ({ path, label: path })),
          t,
        )}
        onChange={({ currentTarget }) => onChange({ mediaOrder: currentTarget.value })}
      />
    </>
  )
}
