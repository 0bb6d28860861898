import { Button, Textarea, type TextareaProps } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../i18n/text.tsx'
import { jsonError } from './json-error.ts'
import classes from './json-input.module.css'

interface JsonInputProps extends Omit<TextareaProps, 'value' | 'onChange' | 'classNames'> {
  /** The initial value; set another `key` to replace the text. */
  value: unknown
  /** Called with each valid value; null when empty. */
  onChange: (value: unknown) => void
}

/** Input of a JSON value. While the text is not valid JSON, the last valid value stays. */
export function JsonInput({ value, onChange, error, readOnly = false, ...rest }: JsonInputProps) {
  const t = useText()
  const [text, setText] = useState(() => textOf(value))
  const fault = text.trim() === '' ? undefined : jsonError(text)
  const formatted = fault || text.trim() === '' ? text : textOf(JSON.parse(text))
  const change = (next: string): void => {
    setText(next)
    if (next.trim() === '') onChange(null)
    else if (!jsonError(next)) onChange(JSON.parse(next))
  }
  return (
    <div>
      <Textarea
        {...rest}
        classNames={{ input: classes.input ?? '' }}
        autosize
        minRows={3}
        maxRows={24}
        spellCheck={false}
        readOnly={readOnly}
        value={text}
        error={fault ? t('json.invalid', { line: fault.line, column: fault.column }) : error}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {!readOnly && formatted !== text && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setText(formatted)}>
          {t('json.format')}
        </Button>
      )}
    </div>
  )
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}
