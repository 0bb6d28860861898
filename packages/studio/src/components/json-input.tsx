import { Button, type TextareaProps } from '@mantine/core'
import { useState } from 'react'
import { parseJson } from '../api/exact-json.ts'
import { useText } from '../i18n/text.tsx'
import { jsonError } from './json-error.ts'
import classes from './json-input.module.css'
import { GrowingTextarea } from './growing-textarea.tsx'

interface JsonInputProps extends Omit<
  TextareaProps,
  'value' | 'onChange' | 'onInvalid' | 'classNames' | 'style'
> {
  /** The initial value; set another `key` to replace the text. */
  value: unknown
  /** The text to begin with, if it is not valid JSON. */
  invalid?: string | undefined
  /** Called with each valid value; null when empty. */
  onChange: (value: unknown) => void
  /** Called with each text that is not valid JSON. Without it, the last valid value stays. */
  onInvalid?: (text: string) => void
}

/** Input of a JSON value. */
export function JsonInput(props: JsonInputProps) {
  const { value, invalid, onChange, onInvalid, error, readOnly = false, className, ...rest } = props
  const t = useText()
  const [text, setText] = useState(() => invalid ?? textOf(value))
  const fault = text.trim() === '' ? undefined : jsonError(text)
  const formatted = fault || text.trim() === '' ? text : textOf(parseJson(text))
  const change = (next: string): void => {
    setText(next)
    if (next.trim() === '') onChange(null)
    else if (jsonError(next)) onInvalid?.(next)
    else onChange(parseJson(next))
  }
  return (
    <div className={className}>
      <GrowingTextarea
        {...rest}
        inputClass={classes.input}
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
