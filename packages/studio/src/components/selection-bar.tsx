import { Alert, Button, CloseButton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/format.ts'
import { errorText } from '../i18n/problems.ts'
import { useText } from '../i18n/text.tsx'
import classes from './selection-bar.module.css'

export interface SelectionAction {
  name: string
  label: string
  onClick: () => void
  isBusy?: boolean
  isDisabled?: boolean
  /** Shown when the pointer is over the button, such as why it is disabled. */
  hint?: string | undefined
}

interface SelectionBarProps {
  label: string
  count: number
  onClear: () => void
  actions: readonly SelectionAction[]
  error: Error | null
  /** Between the number of selected rows and the actions. */
  children?: ReactNode
}

/** Replaces the toolbar, so that the layout does not shift, and stays visible while scrolling. */
export function SelectionBar(props: SelectionBarProps) {
  const { label, count, onClear, actions, error, children } = props
  const t = useText()
  const format = useFormat()
  return (
    <>
      <div className={classes.bar} role="toolbar" aria-label={label}>
        <CloseButton aria-label={t('bulk.clear')} title={t('bulk.clear')} onClick={onClear} />
        <Text fw={600} size="sm">
          {t('bulk.chosen', { count: format.number(count) })}
        </Text>
        {children}
        <div className={classes.actions}>
          {actions.map(({ name, label: text, onClick, isBusy, isDisabled, hint }) => (
            <Button
              key={name}
              variant="default"
              size="xs"
              loading={isBusy ?? false}
              disabled={isDisabled ?? false}
              title={hint}
              {...(name === 'delete' && { c: 'var(--mantine-color-error)' })}
              onClick={onClick}
            >
              {text}
            </Button>
          ))}
        </div>
      </div>
      {error && (
        <Alert color="red" role="alert" mx="lg" mb="sm">
          {errorText(error, t)}
        </Alert>
      )}
    </>
  )
}
