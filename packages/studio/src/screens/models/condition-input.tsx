/** When a field is shown: one test, or any condition as JSON. */
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { factsOf } from '@octavo/schema/field-types.ts'
import { useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { optionsIn } from './options-editor.tsx'
import classes from './models.module.css'
import type { WorkField } from './work.ts'
import { GrowingTextarea } from '../../components/growing-textarea.tsx'

type Where = Record<string, unknown>

interface ConditionInputProps {
  where: Where | undefined
  siblings: readonly WorkField[]
  onChange: (where: Where | undefined) => void
}

export function ConditionInput({ where, siblings, onChange }: ConditionInputProps) {
  const t = useText()
  const [isJson, setIsJson] = useState(where !== undefined && !simpleTest(where, siblings))
  return (
    <fieldset className={`${classes.wide} ${classes.editor}`}>
      <legend className={classes.listTitle}>{t('models.showWhen')}</legend>
      {isJson ? (
        <JsonInput where={where} onChange={onChange} />
      ) : (
        <TestInput where={where} siblings={siblings} onChange={onChange} />
      )}
      {!isJson && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          c="inherit"
          mt={6}
          onClick={() => setIsJson(true)}
        >
          {t('models.asJson')}
        </Button>
      )}
    </fieldset>
  )
}

interface Test {
  field: WorkField
  operator: string
  value: unknown
}

/** Types of fields that a single test can use. */
function isSimple({ type }: WorkField): boolean {
  return ['text', 'select', 'boolean', 'multiselect'].includes(type)
}

/** The only test of a condition; undefined if it is not that simple. */
function simpleTest(where: Where, siblings: readonly WorkField[]): Test | undefined {
  const [[luid, tests] = [], ...others] = Object.entries(where)
  const field = siblings.find((one) => one.luid === luid)
  const [[operator, value] = [], ...more] = Object.entries((tests ?? {}) as Where)
  if (!field || !isSimple(field) || operator === undefined) return undefined
  const isPlain = ['eq', 'ne', 'has', 'exists'].includes(operator)
  return isPlain && others.length + more.length === 0 ? { field, operator, value } : undefined
}

function firstTest(field: WorkField): Where {
  const [option] = optionsIn(field)
  if (field.type === 'boolean') return { [field.luid]: { eq: true } }
  if (field.type === 'select') return { [field.luid]: { eq: option?.value ?? '' } }
  if (field.type === 'multiselect') return { [field.luid]: { has: option?.value ?? '' } }
  return { [field.luid]: { exists: true } }
}

function TestInput({ where, siblings, onChange }: ConditionInputProps) {
  const t = useText()
  const test = where && simpleTest(where, siblings)
  const usable = siblings.filter(isSimple)
  const change = (operator: string, value: unknown): void => {
    if (test) onChange({ [test.field.luid]: { [operator]: value } })
  }
  const operators = test
    ? (['eq', 'ne', 'has', 'exists'] as const).filter((one) =>
        factsOf(test.field.type).operators.includes(one),
      )
    : []
  return (
    <Group gap={6} grow align="flex-end">
      <NativeSelect
        aria-label={t('models.showWhenField')}
        value={test?.field.luid ?? ''}
        data={[
          { value: '', label: t('models.always') },
          ...usable.map(({ luid, name = luid }) => ({ value: luid, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const field = usable.find(({ luid }) => luid === value)
          onChange(field && firstTest(field))
        }}
      />
      {test && (
        <NativeSelect
          aria-label={t('models.showWhenTest')}
          value={test.operator}
          data={operators.map((value) => ({ value, label: t(`models.test.${value}`) }))}
          onChange={({ currentTarget: { value } }) => change(value, operandFor(value, test))}
        />
      )}
      {test && <ValueInput test={test} onValue={(value) => change(test.operator, value)} />}
    </Group>
  )
}

/** The value of the test with another operator. */
function operandFor(operator: string, test: Test): unknown {
  if (operator === 'exists') return true
  return test.operator === 'exists' ? '' : test.value
}

function ValueInput({ test, onValue }: { test: Test; onValue: (value: unknown) => void }) {
  const t = useText()
  const { field, operator, value } = test
  const label = t('list.value')
  if (operator === 'exists' || field.type === 'boolean') {
    return (
      <NativeSelect
        aria-label={label}
        value={String(value)}
        data={[
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        onChange={({ currentTarget }) => onValue(currentTarget.value === 'true')}
      />
    )
  }
  const text = typeof value === 'string' ? value : ''
  const options = optionsIn(field)
  if (options.length > 0) {
    return (
      <NativeSelect
        aria-label={label}
        value={text}
        data={options.map((option) => ({ value: option.value, label: option.label }))}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      aria-label={label}
      value={text}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    />
  )
}

function JsonInput({ where, onChange }: Pick<ConditionInputProps, 'where' | 'onChange'>) {
  const t = useText()
  const [text, setText] = useState(where ? JSON.stringify(where) : '')
  const [isWrong, setIsWrong] = useState(false)
  return (
    <GrowingTextarea
      aria-label={t('models.showWhen')}
      description={t('models.showWhenHint')}
      error={isWrong ? t('models.notJson') : undefined}
      minRows={1}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        const parsed = parsedWhere(currentTarget.value)
        setIsWrong(parsed === null)
        if (parsed !== null) onChange(parsed)
      }}
    />
  )
}

/** Undefined for an empty text, null for one that is no JSON object. */
function parsedWhere(text: string): Where | undefined | null {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Where) : null
  } catch {
    return null
  }
}
