import { NativeSelect, TextInput } from '@mantine/core'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import { useSession } from '../../api/session.tsx'
import { useText, type Text } from '../../i18n/text.tsx'
import { entryFields, type ListField } from '../contents/list-fields.ts'
import { ConditionGroupForm } from './condition-group.tsx'
import { noConditions, whereOf, type FilterScope } from './conditions.ts'
import { orderChoices, orderNames } from './order-names.ts'
import type { ReadRequest } from './read-request.ts'
import type { Schema } from '@octavo/schema/schema.ts'

interface ListRequestFormProps {
  request: ReadRequest
  fields: ListField[]
  onChange: (change: Partial<ReadRequest>) => void
}

/** The model, filters and order of a list. */
export function ListRequestForm({ request, fields, onChange }: ListRequestFormProps) {
  const t = useText()
  const { schema } = useSession()
  return (
    <>
      <NativeSelect
        label={t('list.model')}
        value={request.model}
        data={[
          { value: '', label: t('common.all') },
          ...schema.root.models.map(({ luid, name }) => ({ value: luid, label: name })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({
            filters: noConditions,
            where: '',
            model: currentTarget.value,
            facets: [],
            select: [],
            order: '',
          })
        }
      />
      <TextInput
        label={t('list.search')}
        value={request.contains}
        onChange={({ currentTarget }) => onChange({ contains: currentTarget.value })}
      />
      <ConditionGroupForm
        group={request.filters}
        fields={fields}
        onChange={(filters) =>
          onChange({ filters, where: whereOf(filters, scopeOf(fields, schema, t)) })
        }
      />
      <NativeSelect
        label={t('explorer.order')}
        value={request.order}
        data={orderChoices(orderNames(schema, fields), t)}
        onChange={({ currentTarget }) => onChange({ order: currentTarget.value })}
      />
    </>
  )
}

function scopeOf(fields: readonly ListField[], schema: Schema, t: Text): FilterScope {
  const named = (path: string): ListField | undefined => fields.find((one) => one.path === path)
  return {
    typeOf: (path): FieldTypeName | undefined => named(path)?.type,
    entriesOf(path) {
      const list = named(path)
      return scopeOf(list ? entryFields(schema, list, t) : [], schema, t)
    },
  }
}
