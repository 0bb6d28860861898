import { parseDecimal } from '@octavo/schema/decimals.ts'
import type { Operator } from '@octavo/schema/operators.ts'
import { isDate } from '@octavo/schema/times.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { withUnit } from '../../fields/number/number.tsx'
import type { TextKey } from '../../i18n/en/en.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { ListField } from './list-fields.ts'
import type { Filter } from './list-search.ts'

/** Describes a filter: "Author is Jun Sato". */
export function useFilterText(filters: Filter[], fields: ListField[]): (filter: Filter) => string {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const fieldOf = (path: string) => fields.find((field) => field.path === path)
  const items = filters
    .filter(({ path, operator }) => fieldOf(path)?.value === 'item' && operator !== 'exists')
    .map(({ value }) => value)
    .join(',')
  const { data } = useQuery({
    queryKey: ['labels', root, items],
    queryFn: ({ signal }) =>
      admin.call('readLabels', { params: { root }, query: { items }, signal }),
    enabled: items !== '',
    placeholderData: keepPreviousData,
  })
  const decimalText = (text: string, unit: string | null): string => {
    const number = parseDecimal(text)
    return number === undefined ? text : withUnit(format.decimal(number), unit)
  }
  const valueText = (field: ListField | undefined, value: string): string => {
    switch (field?.value) {
      case 'boolean':
        return t(value === 'true' ? 'common.yes' : 'common.no')
      case 'options':
        return value
          .split(',')
          .map((one) => field.options.find((option) => option.value === one)?.label ?? one)
          .join(', ')
      case 'time':
        return Number.isNaN(Date.parse(value)) ? value : format.dateTime(value)
      case 'number':
        return value
          .split(',')
          .map((one) => decimalText(one, field.unit))
          .join(', ')
      case 'date':
        return value
          .split(',')
          .map((one) => (isDate(one) ? format.day(one) : one))
          .join(', ')
      case 'item':
        return data?.items[Number(value)]?.title ?? `#${value}`
      case 'text':
      case undefined:
        return value
    }
  }
  return ({ path, operator, value }) => {
    const field = fieldOf(path)
    const shown = field && operator === 'exists' ? ({ ...field, value: 'boolean' } as const) : field
    return t('list.filterText', {
      field: field?.label ?? path,
      operator: t(operatorKey(field, operator)),
      value: valueText(shown, value),
    })
  }
}

/** Times are earlier or later, other values less or greater. */
export function operatorKey(field: ListField | undefined, operator: Operator): TextKey {
  const isComparison =
    operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte'
  return (field?.value === 'time' || field?.value === 'date') && isComparison
    ? `operator.time.${operator}`
    : `operator.${operator}`
}
