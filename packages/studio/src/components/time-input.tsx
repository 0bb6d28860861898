import { TextInput, type TextInputProps } from '@mantine/core'

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** ISO 8601 UTC; null or '' when empty. */
  value: string | null
  onChange: (value: string | null) => void
}

/** Native date and time input in the browser's time zone. Its value is ISO 8601 UTC. */
export function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      step={60}
      value={value === null || value === '' ? '' : localText(value)}
      onChange={({ currentTarget }) => {
        const time = new Date(currentTarget.value).getTime()
        onChange(Number.isNaN(time) ? null : new Date(time).toISOString())
      }}
    />
  )
}

function localText(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  const seconds = date.getUTCSeconds() === 0 && date.getUTCMilliseconds() === 0
  return local.toISOString().slice(0, seconds ? 16 : 19)
}
