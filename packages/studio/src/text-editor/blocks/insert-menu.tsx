import { Popover, Text, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../../i18n/text.tsx'
import { BlockList, optionId } from './block-list.tsx'
import type { Block } from './blocks.ts'
import { useBlocks } from './use-blocks.ts'

/** The button in the toolbar with all blocks, and a search in them. */
export function InsertMenu({ onMake }: { onMake: (block: Block) => void }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      trapFocus
      withinPortal
      shadow="md"
      position="bottom-start"
      width={350}
      middlewares={{
        flip: { fallbackStrategy: 'bestFit' },
        size: { padding: 8, apply: limitHeight },
      }}
    >
      <Popover.Target>
        <RichTextEditor.Control
          ref={button}
          aria-label={t('text.insert')}
          title={t('text.insert')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconPlus size={18} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown
        p={6}
        // After a choice the focus goes to the text or to a dialog.
        onKeyDown={({ key }) => key === 'Escape' && button.current?.focus()}
      >
        <Search
          onChoose={(block) => {
            setIsOpen(false)
            onMake(block)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface Room {
  availableHeight: number
  elements: { floating: HTMLElement }
}

/** The list of the menu is never higher than the room beside the button. */
function limitHeight({ availableHeight, elements: { floating } }: Room): void {
  floating.style.setProperty('--menu-height', `${availableHeight}px`)
}

function Search({ onChoose }: { onChoose: (block: Block) => void }) {
  const t = useText()
  const id = useId()
  const find = useBlocks()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = find(typed)
  const press = (event: KeyboardEvent): void => {
    // The Enter that confirms input method text chooses nothing.
    if (event.nativeEvent.isComposing || found.length === 0) return
    const chosen = found[at]
    if (event.key === 'ArrowDown') setAt((at + 1) % found.length)
    else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % found.length)
    else if (event.key === 'Enter' && chosen) onChoose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? optionId(id, at) : undefined}
        aria-label={t('text.insertSearch')}
        placeholder={t('text.insertSearch')}
        leftSection={<IconSearch size={16} aria-hidden />}
        mb={4}
        value={typed}
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setAt(0)
        }}
      />
      <BlockList id={id} found={found} at={at} onChoose={onChoose} />
      {found.length === 0 && (
        <Text size="sm" c="dimmed" p={8} role="status">
          {t('text.insertNone')}
        </Text>
      )}
    </>
  )
}
