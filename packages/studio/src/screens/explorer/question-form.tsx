import {
  Button,
  Checkbox,
  CloseButton,
  MultiSelect,
  NativeSelect,
  SegmentedControl,
  TextInput,
} from '@mantine/core'
import { useMemo, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import listClasses from '../contents/contents.module.css'
import { FilterSentence } from '../contents/filter-sentence.tsx'
import { useFilterWords } from '../contents/filter-words.ts'
import { listFields, type ListField } from '../contents/list-fields.ts'
import type { Question } from './question.ts'

interface QuestionFormProps {
  question: Question
  onChange: (question: Question) => void
}

/** '' is what holds where nothing is said: one. */
const depths = ['0', '', '2', '3']
const limits = ['1', '10', '25', '50', '100']

export function QuestionForm({ question, onChange }: QuestionFormProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const fields = useMemo(() => listFields(schema, question.model, t), [schema, question.model, t])
  const set = (change: Partial<Question>): void => onChange({ ...question, ...change })
  const sortable = fields.filter(({ isSortable, isRepeated }) => isSortable && !isRepeated)
  const { languages } = schema.root
  return (
    <>
      <SegmentedControl
        aria-label={t('explorer.view')}
        value={question.view}
        onChange={(view) => set({ view })}
        data={[
          { value: 'published', label: t('explorer.published') },
          { value: 'draft', label: t('explorer.draft') },
        ]}
      />
      <SegmentedControl
        aria-label={t('explorer.what')}
        value={question.isList ? 'list' : 'one'}
        onChange={(value) => set({ isList: value === 'list' })}
        data={[
          { value: 'list', label: t('explorer.list') },
          { value: 'one', label: t('explorer.byId') },
        ]}
      />
      {question.isList ? (
        <>
          <NativeSelect
            label={t('list.model')}
            value={question.model}
            data={[
              { value: '', label: t('common.all') },
              ...schema.root.models.map(({ luid, name }) => ({ value: luid, label: name })),
            ]}
            onChange={({ currentTarget }) =>
              set({ model: currentTarget.value, filters: [], select: [], order: '' })
            }
          />
          <TextInput
            label={t('list.search')}
            value={question.contains}
            onChange={({ currentTarget }) => set({ contains: currentTarget.value })}
          />
          <Filters question={question} fields={fields} onChange={(filters) => set({ filters })} />
          <NativeSelect
            label={t('explorer.order')}
            value={question.order}
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
            value={question.limit}
            data={limits}
            onChange={({ currentTarget }) => set({ limit: currentTarget.value })}
          />
        </>
      ) : (
        <TextInput
          label={t('item.id')}
          inputMode="numeric"
          value={question.id}
          onChange={({ currentTarget }) => set({ id: currentTarget.value.replace(/\D/g, '') })}
        />
      )}
      {languages.length > 1 && (
        <NativeSelect
          label={t('list.language')}
          value={question.lang}
          data={languages.map(({ key }, at) => ({
            value: at === 0 ? '' : key,
            label: format.language(key),
          }))}
          onChange={({ currentTarget }) => set({ lang: currentTarget.value })}
        />
      )}
      {question.lang !== '' && (
        <Checkbox
          label={t('explorer.fallback')}
          checked={question.isFallback}
          onChange={({ currentTarget }) => set({ isFallback: currentTarget.checked })}
        />
      )}
      <NativeSelect
        label={t('explorer.depth')}
        value={question.depth}
        data={depths.map((value) => ({ value, label: value || '1' }))}
        onChange={({ currentTarget }) => set({ depth: currentTarget.value })}
      />
      <MultiSelect
        label={t('explorer.fields')}
        placeholder={question.select.length === 0 ? t('common.all') : ''}
        searchable
        data={['_id', ...new Set(fields.map(({ path }) => path))]}
        value={question.select}
        onChange={(select) => set({ select })}
      />
    </>
  )
}

interface FiltersProps {
  question: Question
  fields: ListField[]
  onChange: (filters: Question['filters']) => void
}

function Filters({ question: { filters }, fields, onChange }: FiltersProps) {
  const t = useText()
  const [isAdding, setIsAdding] = useState(false)
  const wordsOf = useFilterWords(filters, fields)
  return (
    <div>
      {filters.map((filter) => (
        <span key={JSON.stringify(filter)} className={listClasses.chip}>
          {wordsOf(filter)}
          <CloseButton
            size="sm"
            aria-label={t('list.removeFilter', { filter: wordsOf(filter) })}
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
