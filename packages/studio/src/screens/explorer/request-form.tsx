import { Checkbox, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { factsOf, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { useMemo } from 'react'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { listFields } from '../contents/list-fields.ts'
import { ConditionGroupForm } from './condition-group.tsx'
import { noConditions, whereOf, type ConditionGroup } from './conditions.ts'
import { MediaRequestForm } from './media-request-form.tsx'
import type { ReadRequest } from './read-request.ts'
import { orderNames } from './order-names.ts'

interface RequestFormProps {
  request: ReadRequest
  onChange: (request: ReadRequest) => void
}

/** '' is the default, 1. */
const depths = ['0', '', '2', '3']
const withoutFilters = { filters: noConditions, where: '' } as const satisfies Partial<ReadRequest>
const limits = ['1', '10', '25', '50', '100']

export function RequestForm({ request, onChange }: RequestFormProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const fields = useMemo(() => listFields(schema, request.model, t), [schema, request.model, t])
  /** A cursor belongs to one list, so each change begins a new walk. */
  const set = (change: Partial<ReadRequest>): void =>
    onChange({ ...request, cursor: request.cursor === '' ? '' : 'start', ...change })
  const typeOf = (path: string): FieldTypeName | undefined =>
    fields.find((field) => field.path === path)?.type
  const setFilters = (filters: ConditionGroup): void =>
    set({ filters, where: whereOf(filters, typeOf) })
  const sortable = orderNames(schema, fields)
  const counted = fields.filter(
    ({ type, path, isColumn }) => factsOf(type).facet && isColumn && !path.startsWith('_'),
  )
  const { languages } = schema.root
  const isMedia = request.resource === 'media'
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
        aria-label={t('explorer.resource')}
        value={request.resource}
        onChange={(resource) => set({ resource, id: '', cursor: '' })}
        data={[
          { value: 'contents', label: t('nav.content') },
          { value: 'media', label: t('nav.media') },
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
          {isMedia ? (
            <MediaRequestForm request={request} onChange={set} />
          ) : (
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
              <ConditionGroupForm group={request.filters} fields={fields} onChange={setFilters} />
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
            </>
          )}
          <NativeSelect
            label={t('explorer.limit')}
            value={request.limit}
            data={limits}
            onChange={({ currentTarget }) => set({ limit: currentTarget.value })}
          />
          {!isMedia && (
            <>
              <MultiSelect
                label={t('explorer.facets')}
                searchable
                maxValues={10}
                data={[...new Set(counted.map(({ path }) => path))]}
                value={request.facets}
                onChange={(facets) => set({ facets })}
              />
              <Checkbox
                label={t('explorer.cursor')}
                checked={request.cursor !== ''}
                onChange={({ currentTarget }) =>
                  set({ cursor: currentTarget.checked ? 'start' : '' })
                }
              />
              <Checkbox
                label={t('explorer.total')}
                checked={request.hasTotal}
                onChange={({ currentTarget }) => set({ hasTotal: currentTarget.checked })}
              />
            </>
          )}
        </>
      ) : (
        <TextInput
          label={t('item.id')}
          inputMode="numeric"
          value={request.id}
          onChange={({ currentTarget }) => set({ id: currentTarget.value.replace(/\D/g, '') })}
        />
      )}
      {request.view === 'draft' && !isMedia && (
        <TextInput
          label={t('release.release')}
          description={t('explorer.releaseHelp')}
          value={request.release}
          onChange={({ currentTarget }) => set({ release: currentTarget.value.trim() })}
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
      {request.lang !== '' && !isMedia && (
        <Checkbox
          label={t('explorer.fallback')}
          checked={request.isFallback}
          onChange={({ currentTarget }) => set({ isFallback: currentTarget.checked })}
        />
      )}
      {!isMedia && (
        <>
          <Checkbox
            label={t('explorer.mediaDetails')}
            checked={request.hasMediaDetails}
            onChange={({ currentTarget }) => set({ hasMediaDetails: currentTarget.checked })}
          />
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
      )}
      <Checkbox
        label={t('explorer.strict')}
        description={t('explorer.strictHelp')}
        checked={request.isStrict}
        onChange={({ currentTarget }) => set({ isStrict: currentTarget.checked })}
      />
    </>
  )
}
