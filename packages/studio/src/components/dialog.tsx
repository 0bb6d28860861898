/** A modal dialog. When it closes, the focus returns to the element that opened it. */
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
      // An element outside the closing dialog that has the focus got it on purpose.
      const holder = document.activeElement
      if (!holder || holder === document.body || isInDialog(holder)) opener?.focus()
    }
  }, [opened])
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('action.close') }}
      {...props}
      opened={opened}
      // Mantine does not handle dialogs that unmount immediately or that were opened from a menu.
      returnFocus={false}
    />
  )
}

function isInDialog(element: Element): boolean {
  return element.closest('[role="dialog"]') !== null
}

/** Also valid while no element has the focus because the focused element was removed. */
let lastFocused: HTMLElement | null = null

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) lastFocused = stayingFor(target)
})

/** A menu or popover closes after a choice; its button remains. */
function stayingFor(element: HTMLElement): HTMLElement {
  const closing = element.closest('[role="menu"], .mantine-Popover-dropdown')
  const buttonId = closing?.getAttribute('aria-labelledby') ?? ''
  return document.getElementById(buttonId) ?? element
}
