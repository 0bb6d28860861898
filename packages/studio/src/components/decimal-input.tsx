import { NumberInput, type NumberInputProps } from '@mantine/core'
import { parseDecimal } from '@octavo/schema/decimals.ts'

interface DecimalInputProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** A number, or a text that is not one yet, such as `-`. */
  value: unknown
  /** Null when empty. A text that is not a number is passed on, so that the server reports it. */
  onChange: (value: number | string | null) => void
  /** The number that a completed text stands for. */
  parse?: (text: string) => number | undefined
}

/** Input of a decimal number. It rounds nothing and accepts a comma as the decimal separator. */
export function DecimalInput(props: DecimalInputProps) {
  const { value, onChange, parse = parseDecimal, ...rest } = props
  const shown = typeof value === 'number' || typeof value === 'string' ? value : ''
  return (
    <NumberInput
      {...rest}
      clampBehavior="none"
      allowedDecimalSeparators={['.', ',']}
      value={shown}
      onChange={(next) => onChange(next === '' ? null : next)}
      onBlur={() => {
        const typed = typeof shown === 'string' ? parse(shown.replace(/\.$/, '')) : undefined
        if (typed !== undefined) onChange(typed)
      }}
    />
  )
}
