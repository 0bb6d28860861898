import type { ComponentProps } from 'react'
import classes from './row-checkbox.module.css'

/** One element, because a list has many of them. */
export function RowCheckbox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={`mantine-focus-auto ${classes.box}`} />
}
