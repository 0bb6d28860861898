import { ColorInput as MantineColorInput, type ColorInputProps } from '@mantine/core'

interface Props extends Omit<ColorInputProps, 'value' | 'onChange' | 'format'> {
  value: unknown
  onChange: (value: string | null) => void
}

/** A color as text, with a picker. A fully opaque color is written without opacity. */
export function ColorInput({ value, onChange, ...rest }: Props) {
  return (
    <MantineColorInput
      {...rest}
      format="hexa"
      withEyeDropper={false}
      placeholder="#336699"
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? null : text.replace(/^(#[0-9a-f]{6})ff$/i, '$1'))}
    />
  )
}
