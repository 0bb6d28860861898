import { Textarea, type TextareaProps } from '@mantine/core'
import classes from './growing-textarea.module.css'

interface GrowingTextareaProps extends Omit<TextareaProps, 'autosize' | 'classNames' | 'style'> {
  inputClass?: string | undefined
}

/** Measuring texts in scripts costs a layout of the page for each input. */
const growsByItself = CSS.supports('field-sizing', 'content')

/** A text area as high as its text. */
export function GrowingTextarea({
  minRows = 1,
  maxRows,
  inputClass = '',
  ...props
}: GrowingTextareaProps) {
  if (!growsByItself) {
    const classNames = { input: inputClass }
    return (
      <Textarea {...props} classNames={classNames} autosize minRows={minRows} maxRows={maxRows} />
    )
  }
  return (
    <Textarea
      {...props}
      classNames={{ input: `${classes.input} ${inputClass}` }}
      style={{ '--rows': minRows, '--most-rows': maxRows }}
    />
  )
}
