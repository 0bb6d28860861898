import { ActionIcon, Menu } from '@mantine/core'
import type { Field } from '@octavo/schema/definitions.ts'
import { IconLetterCase } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useText } from '../../../i18n/text.tsx'
import { toFullWidth, toHalfWidth } from '../../../text-editor/japanese/width.ts'

interface WidthMenuProps {
  box: RefObject<HTMLElement | null>
  field: Field
}

/** Converts the selected text of an input, or all of it if nothing is selected. */
export function WidthMenu({ box, field }: WidthMenuProps) {
  const t = useText()
  const convert = (change: (text: string) => string): void => {
    const input = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'input, textarea',
    )
    if (input) convertSelection(input, change)
  }
  const label = t('translation.width', { field: field.name })
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} title={label}>
          <IconLetterCase size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => convert(toFullWidth)}>{t('translation.fullWidth')}</Menu.Item>
        <Menu.Item onClick={() => convert(toHalfWidth)}>{t('translation.halfWidth')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function convertSelection(
  input: HTMLInputElement | HTMLTextAreaElement,
  change: (text: string) => string,
): void {
  const { value, selectionStart, selectionEnd } = input
  const isSelected = selectionStart !== null && selectionStart !== selectionEnd
  const [from, to] = isSelected ? [selectionStart, selectionEnd ?? 0] : [0, value.length]
  const text = value.slice(from, to)
  const converted = change(text)
  input.focus()
  if (converted === text) return
  input.setSelectionRange(from, to)
  // oxlint-disable-next-line typescript/no-deprecated -- only this can be undone with the keyboard
  document.execCommand('insertText', false, converted)
  input.setSelectionRange(from, from + converted.length)
}
