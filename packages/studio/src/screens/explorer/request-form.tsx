import { Checkbox, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { listFields, type ListField } from '../contents/list-fields.ts'
import { ListRequestForm } from './list-request-form.tsx'
import { MediaRequestForm } from './media-request-form.tsx'
import { PageInputs } from './page-inputs.tsx'
import { PreviewInputs } from './preview-inputs.tsx'
import { hasList, includes, textFormats, type ReadRequest } from './read-request.ts'
import { textNames } from './text-names.ts'

interface RequestFormProps {
  request: ReadRequest
  onChange: (request: ReadRequest) => void
}

interface PartProps {
  request: ReadRequest
  fields: ListField[]
  onChange: (change: Partial<ReadRequest>) => void
}

export function RequestForm({ request, onChange }: RequestFormProps) {
  const t = useText()
  const { schema } = useSession()
  const { model, isList, view } = request
  const fields = useMemo(() => listFields(schema, model, t), [schema, model, t])
  /** A cursor belongs to one list, so each change begins a new walk. */
  const set = (change: Partial<ReadRequest>): void =>
    onChange({
      ...request,
      cursor: request.cursor === '' ? '' : 'start',
      texts: textNames(schema, change.model ?? model),
      ...change,
    })
  const isMedia = request.resource === 'media'
  const part = { request, fields, onChange: set }
  return (
    <>
      <SegmentedControl
        aria-label={t('explorer.view')}
        value={view}
        onChange={(chosen) => set({ view: chosen })}
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
        value={isList ? 'list' : 'one'}
        onChange={(value) => set({ isList: value === 'list' })}
        data={[
          { value: 'list', label: t('explorer.list') },
          { value: 'one', label: t('explorer.byId') },
        ]}
      />
      {!isList && (
        <TextInput
          label={t('item.id')}
          inputMode="numeric"
          value={request.id}
          onChange={({ currentTarget }) => set({ id: currentTarget.value.replace(/\D/g, '') })}
        />
      )}
      {!isList && !isMedia && (
        <MultiSelect
          label={t('explorer.include')}
          description={hasList(request) ? t('explorer.includeHelp') : undefined}
          data={includes.map((value) => ({ value, label: t(`explorer.include.${value}`) }))}
          value={request.include}
          onChange={(include) => set({ include })}
        />
      )}
      {isMedia && isList && <MediaRequestForm request={request} onChange={set} />}
      {!isMedia && hasList(request) && <ListRequestForm {...part} />}
      {isList && <PageInputs {...part} />}
      <PlaceInputs {...part} />
      {view === 'draft' && !isMedia && <PreviewInputs request={request} onChange={set} />}
      {!isMedia && <ShapeInputs {...part} />}
      <Checkbox
        label={t('explorer.strict')}
        description={t('explorer.strictHelp')}
        checked={request.isStrict}
        onChange={({ currentTarget }) => set({ isStrict: currentTarget.checked })}
      />
    </>
  )
}

/** The language and the spaces to read. */
function PlaceInputs({ request, onChange }: PartProps) {
  const t = useText()
  const format = useFormat()
  const { schema, spaces } = useSession()
  const { languages } = schema.root
  return (
    <>
      {languages.length > 1 && (
        <NativeSelect
          label={t('list.language')}
          value={request.lang}
          data={languages.map(({ key }, at) => ({
            value: at === 0 ? '' : key,
            label: format.language(key),
          }))}
          onChange={({ currentTarget }) => onChange({ lang: currentTarget.value })}
        />
      )}
      {request.lang !== '' && request.resource !== 'media' && (
        <Checkbox
          label={t('explorer.fallback')}
          checked={request.isFallback}
          onChange={({ currentTarget }) => onChange({ isFallback: currentTarget.checked })}
        />
      )}
      {spaces.length > 1 && (
        <MultiSelect
          label={t('list.space')}
          placeholder={request.spaces.length === 0 ? t('common.all') : ''}
          data={spaces.map(({ luid, name }) => ({ value: luid, label: name }))}
          value={request.spaces}
          onChange={(chosen) => onChange({ spaces: chosen })}
        />
      )}
    </>
  )
}

/** '' is the default, 1. */
const depths = ['0', '', '2', '3']

/** What the response contains of each item. */
function ShapeInputs({ request, fields, onChange }: PartProps) {
  const t = useText()
  return (
    <>
      <NativeSelect
        label={t('explorer.depth')}
        value={request.depth}
        data={depths.map((value) => ({ value, label: value || '1' }))}
        onChange={({ currentTarget }) => onChange({ depth: currentTarget.value })}
      />
      <MultiSelect
        label={t('explorer.fields')}
        placeholder={request.select.length === 0 ? t('common.all') : ''}
        searchable
        data={['_id', ...new Set(fields.map(({ path }) => path))]}
        value={request.select}
        onChange={(select) => onChange({ select })}
      />
      <NativeSelect
        label={t('explorer.format')}
        value={request.format}
        data={[{ value: '', label: 'html' }, ...textFormats]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ format: textFormats.find((one) => one === value) ?? '' })
        }
      />
      <Checkbox
        label={t('explorer.mediaDetails')}
        checked={request.hasMediaDetails}
        onChange={({ currentTarget }) => onChange({ hasMediaDetails: currentTarget.checked })}
      />
      <Checkbox
        label={t('explorer.cacheTags')}
        checked={request.hasCacheTags}
        onChange={({ currentTarget }) => onChange({ hasCacheTags: currentTarget.checked })}
      />
    </>
  )
}
