/** A dialog over the page. When it goes, whoever opened it has the focus again. */
import { Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'
import { useText } from '../i18n/text.tsx'

export type DialogProps = Omit<ModalProps, 'opened'> & { opened?: boolean }

export function Dialog({ opened = true, ...props }: DialogProps) {
  const t = useText()
  useEffect(() => {
    if (!opened) return undefined
    const opener = lastFocused
    return () => {
      // Whoever has it by now, outside of a dialog that goes, was given it.
      const holder = document.activeElement
      if (!holder || holder === document.body || isInDialog(holder)) opener?.focus()
    }
  }, [opened])
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('action.close') }}
      {...props}
      opened={opened}
      // Mantine's own way knows nothing of dialogs that are gone at once, or opened from a menu.
      returnFocus={false}
    />
  )
}

function isInDialog(element: Element): boolean {
  return element.closest('[role="dialog"]') !== null
}

/** Also where the focus is nowhere for a moment, because what had it is gone. */
let lastFocused: HTMLElement | null = null

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) lastFocused = stayingFor(target)
})

/** A menu is gone once something was chosen in it; its button stays. */
function stayingFor(element: HTMLElement): HTMLElement {
  const buttonId = element.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? ''
  return document.getElementById(buttonId) ?? element
}
