import { TextInput, type TextInputProps } from '@mantine/core'

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** YYYY-MM-DD; null or '' when empty. */
  value: string | null
  onChange: (value: string | null) => void
}

/** Native date input, in the date format of the browser. Its value is YYYY-MM-DD. */
export function DateInput({ value, onChange, ...rest }: DateInputProps) {
  return (
    <TextInput
      {...rest}
      type="date"
      max="9999-12-31"
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : currentTarget.value)
      }
    />
  )
}
