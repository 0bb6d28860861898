import {
  Button,
  CloseButton,
  MultiSelect,
  NativeSelect,
  Select,
  Text,
  TextInput,
} from '@mantine/core'
import type { Option } from '@octavo/schema/field-types/settings.ts'
import { listOperators, type Operator } from '@octavo/schema/operators.ts'
import { useState, type KeyboardEvent } from 'react'
import { DateInput } from '../../components/date-input.tsx'
import { DecimalInput } from '../../components/decimal-input.tsx'
import { ItemPicker } from '../../components/item-picker.tsx'
import { TimeInput } from '../../components/time-input.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './contents.module.css'
import { operatorKey } from './filter-texts.ts'
import type { ListField } from './list-fields.ts'
import type { Filter } from './list-search.ts'

interface FilterSentenceProps {
  fields: ListField[]
  onDone: (filter: Filter) => void
  onCancel: () => void
}

/** A long list scrolls, and must be reachable by keyboard. */
const scrolled = {
  styles: { options: { maxHeight: 'min(340px, 45dvh)', overflowY: 'auto' } },
  attributes: { options: { tabIndex: 0 } },
} as const

/** "Where [field] [operator] [value]": applies as soon as it is complete. */
export function FilterSentence({ fields, onDone, onCancel }: FilterSentenceProps) {
  const t = useText()
  const choices = fields.filter(({ operators, isRepeated }) => operators.length > 0 && !isRepeated)
  const [path, setPath] = useState<string | null>(null)
  const field = choices.find((choice) => choice.path === path)
  const [operator, setOperator] = useState<Operator>('eq')
  const choose = (next: string | null): void => {
    setPath(next)
    setOperator(choices.find((choice) => choice.path === next)?.operators[0] ?? 'eq')
  }
  const operatorText = (name: Operator): string => t(operatorKey(field, name))
  return (
    <div
      className={classes.sentence}
      role="group"
      aria-label={t('list.filter')}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <Text size="sm">{t('list.where')}</Text>
      <Select
        aria-label={t('list.field')}
        placeholder={t('list.field')}
        size="xs"
        searchable
        selectFirstOptionOnChange
        autoFocus
        defaultDropdownOpened
        {...scrolled}
        data={choices.map((choice) => ({ value: choice.path, label: choice.label }))}
        value={path}
        onChange={choose}
        nothingFoundMessage={t('picker.none')}
        w={190}
      />
      {field && field.operators.length > 1 && (
        <NativeSelect
          aria-label={t('list.operator')}
          size="xs"
          value={operator}
          data={field.operators
            .filter((name) => field.value === 'options' || !isList(name))
            .map((name) => ({ value: name, label: operatorText(name) }))}
          onChange={({ currentTarget }) => setOperator(currentTarget.value as Operator)}
        />
      )}
      {field && field.operators.length === 1 && <Text size="sm">{operatorText(operator)}</Text>}
      {field && (
        <FilterValue
          key={`${field.path} ${operator === 'exists'} ${isList(operator)}`}
          field={operator === 'exists' ? { ...field, value: 'boolean' } : field}
          isList={isList(operator)}
          onDone={(value) => onDone({ path: field.path, operator, value })}
        />
      )}
      <CloseButton size="sm" aria-label={t('action.cancel')} onClick={onCancel} />
    </div>
  )
}

const isList = (operator: Operator): boolean => listOperators.some((one) => one === operator)

interface FilterValueProps {
  field: ListField
  /** Whether the operator takes several values. */
  isList: boolean
  onDone: (value: string) => void
}

function FilterValue({ field, isList: isMany, onDone }: FilterValueProps) {
  const t = useText()
  const [text, setText] = useState('')
  const common = { 'aria-label': t('list.value'), size: 'xs' } as const
  switch (field.value) {
    case 'boolean':
      return (
        <Button.Group>
          {(['true', 'false'] as const).map((value) => (
            <Button key={value} size="xs" variant="default" onClick={() => onDone(value)}>
              {t(value === 'true' ? 'common.yes' : 'common.no')}
            </Button>
          ))}
        </Button.Group>
      )
    case 'options':
      if (isMany) return <SeveralOptions options={field.options} onDone={onDone} />
      return (
        <Select
          {...common}
          searchable
          selectFirstOptionOnChange
          autoFocus
          defaultDropdownOpened
          {...scrolled}
          placeholder={t('list.value')}
          data={field.options}
          value={null}
          onChange={(value) => value !== null && onDone(value)}
        />
      )
    case 'item':
      return (
        <div className={classes.itemValue}>
          <ItemPicker
            size="xs"
            models={field.models}
            autoFocus
            name={t('list.value')}
            onChoose={({ id }) => onDone(String(id))}
          />
        </div>
      )
    case 'number':
    case 'date':
    case 'time':
    case 'text': {
      const apply = (): void => {
        if (text.trim() !== '') onDone(text.trim())
      }
      // The API explorer is a form already, and a form in a form cannot be submitted.
      const applyByKey = (event: KeyboardEvent): void => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        apply()
      }
      return (
        <div className={classes.sentence}>
          <TypedValue kind={field.value} value={text} onChange={setText} onKeyDown={applyByKey} />
          <Button size="xs" variant="default" disabled={text.trim() === ''} onClick={apply}>
            {t('action.apply')}
          </Button>
        </div>
      )
    }
  }
}

interface SeveralOptionsProps {
  options: readonly Option[]
  onDone: (value: string) => void
}

function SeveralOptions({ options, onDone }: SeveralOptionsProps) {
  const t = useText()
  const [chosen, setChosen] = useState<string[]>([])
  // A comma separates values.
  const data = options.filter(({ value }) => !value.includes(','))
  return (
    <>
      <MultiSelect
        aria-label={t('list.value')}
        size="xs"
        miw={190}
        searchable
        autoFocus
        defaultDropdownOpened
        hidePickedOptions
        {...scrolled}
        {...(chosen.length === 0 && { placeholder: t('list.value') })}
        data={data}
        value={chosen}
        onChange={setChosen}
      />
      <Button
        size="xs"
        variant="default"
        disabled={chosen.length === 0}
        onClick={() => onDone(chosen.join(','))}
      >
        {t('action.apply')}
      </Button>
    </>
  )
}

interface TypedValueProps {
  kind: 'number' | 'date' | 'time' | 'text'
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The input for a value that the user types. */
function TypedValue({ kind, value, onChange, onKeyDown }: TypedValueProps) {
  const t = useText()
  const common = { 'aria-label': t('list.value'), size: 'xs', value, onKeyDown } as const
  const change = (next: string | number | null): void => onChange(String(next ?? ''))
  switch (kind) {
    case 'number':
      return <DecimalInput {...common} autoFocus hideControls w={130} onChange={change} />
    case 'date':
      return <DateInput {...common} autoFocus onChange={change} />
    case 'time':
      return <TimeInput {...common} autoFocus onChange={change} />
    case 'text':
      return (
        <TextInput
          {...common}
          autoFocus
          placeholder={t('list.value')}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}
