import { Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { factsOf } from '@octavo/schema/field-types.ts'
import { useText } from '../../i18n/text.tsx'
import type { ListField } from '../contents/list-fields.ts'
import type { ReadRequest } from './read-request.ts'

const limits = ['1', '10', '25', '50', '100']

interface PageInputsProps {
  request: ReadRequest
  fields: ListField[]
  onChange: (change: Partial<ReadRequest>) => void
}

/** Which part of a list to read, and what to count. */
export function PageInputs({ request, fields, onChange }: PageInputsProps) {
  const t = useText()
  const isMedia = request.resource === 'media'
  const counted = fields.filter(
    ({ type, path, isColumn }) => factsOf(type).facet && isColumn && !path.startsWith('_'),
  )
  return (
    <>
      <NativeSelect
        label={t('explorer.limit')}
        value={request.limit}
        data={limits}
        onChange={({ currentTarget }) => onChange({ limit: currentTarget.value })}
      />
      {(isMedia || request.cursor === '') && (
        <TextInput
          label={t('explorer.offset')}
          inputMode="numeric"
          placeholder="0"
          value={request.offset}
          onChange={({ currentTarget }) =>
            onChange({ offset: currentTarget.value.replace(/\D/g, '') })
          }
        />
      )}
      {!isMedia && (
        <>
          <Checkbox
            label={t('explorer.cursor')}
            checked={request.cursor !== ''}
            onChange={({ currentTarget }) =>
              onChange({ cursor: currentTarget.checked ? 'start' : '' })
            }
          />
          <Checkbox
            label={t('explorer.total')}
            checked={request.hasTotal}
            onChange={({ currentTarget }) => onChange({ hasTotal: currentTarget.checked })}
          />
          <MultiSelect
            label={t('explorer.facets')}
            searchable
            maxValues={10}
            data={[...new Set(counted.map(({ path }) => path))]}
            value={request.facets}
            onChange={(facets) => onChange({ facets })}
          />
        </>
      )}
    </>
  )
}
