import {
  Button,
  Checkbox,
  CloseButton,
  MultiSelect,
  NativeSelect,
  SegmentedControl,
  TextInput,
} from '@mantine/core'
import { factsOf, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { useMemo, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import listClasses from '../contents/contents.module.css'
import { FilterSentence } from '../contents/filter-sentence.tsx'
import { useFilterText } from '../contents/filter-texts.ts'
import { listFields, type ListField } from '../contents/list-fields.ts'
import { matches, whereOf, type Match, type ReadRequest } from './read-request.ts'

interface RequestFormProps {
  request: ReadRequest
  onChange: (request: ReadRequest) => void
}

/** '' is the default, 1. */
const depths = ['0', '', '2', '3']
const withoutFilters = {
  filters: [],
  match: 'all',
  where: '',
} as const satisfies Partial<ReadRequest>
const limits = ['1', '10', '25', '50', '100']

export function RequestForm({ request, onChange }: RequestFormProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const fields = useMemo(() => listFields(schema, request.model, t), [schema, request.model, t])
  const set = (change: Partial<ReadRequest>): void => onChange({ ...request, ...change })
  const typeOf = (path: string): FieldTypeName | undefined =>
    fields.find((field) => field.path === path)?.type
  const setFilters = (change: Partial<Pick<ReadRequest, 'filters' | 'match'>>): void => {
    const { filters, match } = { ...request, ...change }
    const isOne = filters.length < 2
    set({
      filters,
      match: isOne ? 'all' : match,
      where: isOne ? '' : whereOf(filters, match, typeOf),
    })
  }
  const sortable = fields.filter(({ isSortable, isRepeated }) => isSortable && !isRepeated)
  const counted = fields.filter(
    ({ type, path, isColumn }) => factsOf(type).facet && isColumn && !path.startsWith('_'),
  )
  const { languages } = schema.root
  return (
    <>
      <SegmentedControl
        aria-label={t('explorer.view')}
        value={request.view}
        onChange={(view) => set({ view })}
        data={[
          { value: 'published', label: t('explorer.published') },
          { value: 'draft', label: t('explorer.draft') },
        ]}
      />
      <SegmentedControl
        aria-label={t('explorer.what')}
        value={request.isList ? 'list' : 'one'}
        onChange={(value) => set({ isList: value === 'list' })}
        data={[
          { value: 'list', label: t('explorer.list') },
          { value: 'one', label: t('explorer.byId') },
        ]}
      />
      {request.isList ? (
        <>
          <NativeSelect
            label={t('list.model')}
            value={request.model}
            data={[
              { value: '', label: t('common.all') },
              ...schema.root.models.map(({ luid, name }) => ({ value: luid, label: name })),
            ]}
            onChange={({ currentTarget }) =>
              set({
                ...withoutFilters,
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
            onChange={({ currentTarget }) => set({ contains: currentTarget.value })}
          />
          <Filters
            request={request}
            fields={fields}
            onChange={(filters) => setFilters({ filters })}
          />
          {request.filters.length > 1 && (
            <NativeSelect
              label={t('explorer.match')}
              value={request.match}
              data={matches.map((value) => ({ value, label: t(`explorer.match.${value}`) }))}
              onChange={({ currentTarget }) => setFilters({ match: currentTarget.value as Match })}
            />
          )}
          <NativeSelect
            label={t('explorer.order')}
            value={request.order}
            data={[
              { value: '', label: t('media.order.newest') },
              ...sortable.flatMap(({ path, label }) => [
                { value: path, label: `${label} ↑` },
                { value: `-${path}`, label: `${label} ↓` },
              ]),
            ]}
            onChange={({ currentTarget }) => set({ order: currentTarget.value })}
          />
          <NativeSelect
            label={t('explorer.limit')}
            value={request.limit}
            data={limits}
            onChange={({ currentTarget }) => set({ limit: currentTarget.value })}
          />
          <MultiSelect
            label={t('explorer.facets')}
            searchable
            maxValues={10}
            data={[...new Set(counted.map(({ path }) => path))]}
            value={request.facets}
            onChange={(facets) => set({ facets })}
          />
        </>
      ) : (
        <TextInput
          label={t('item.id')}
          inputMode="numeric"
          value={request.id}
          onChange={({ currentTarget }) => set({ id: currentTarget.value.replace(/\D/g, '') })}
        />
      )}
      {languages.length > 1 && (
        <NativeSelect
          label={t('list.language')}
          value={request.lang}
          data={languages.map(({ key }, at) => ({
            value: at === 0 ? '' : key,
            label: format.language(key),
          }))}
          onChange={({ currentTarget }) => set({ lang: currentTarget.value })}
        />
      )}
      {request.lang !== '' && (
        <Checkbox
          label={t('explorer.fallback')}
          checked={request.isFallback}
          onChange={({ currentTarget }) => set({ isFallback: currentTarget.checked })}
        />
      )}
      <NativeSelect
        label={t('explorer.depth')}
        value={request.depth}
        data={depths.map((value) => ({ value, label: value || '1' }))}
        onChange={({ currentTarget }) => set({ depth: currentTarget.value })}
      />
      <MultiSelect
        label={t('explorer.fields')}
        placeholder={request.select.length === 0 ? t('common.all') : ''}
        searchable
        data={['_id', ...new Set(fields.map(({ path }) => path))]}
        value={request.select}
        onChange={(select) => set({ select })}
      />
    </>
  )
}

interface FiltersProps {
  request: ReadRequest
  fields: ListField[]
  onChange: (filters: ReadRequest['filters']) => void
}

function Filters({ request: { filters }, fields, onChange }: FiltersProps) {
  const t = useText()
  const [isAdding, setIsAdding] = useState(false)
  const textOf = useFilterText(filters, fields)
  return (
    <div>
      {filters.map((filter) => (
        <span key={JSON.stringify(filter)} className={listClasses.chip}>
          {textOf(filter)}
          <CloseButton
            size="sm"
            aria-label={t('list.removeFilter', { filter: textOf(filter) })}
            onClick={() => onChange(filters.filter((other) => other !== filter))}
          />
        </span>
      ))}
      {isAdding ? (
        <FilterSentence
          fields={fields}
          onCancel={() => setIsAdding(false)}
          onDone={(filter) => {
            onChange([...filters, filter])
            setIsAdding(false)
          }}
        />
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => setIsAdding(true)}>
          {t('list.filter')}
        </Button>
      )}
    </div>
  )
}
