import { Button, Checkbox, Group, Popover, Stack, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconLink } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { useText } from '../i18n/text.tsx'

interface LinkDraft {
  href: string
  isNewWindow: boolean
}

/** The link of the selected text: its address, and whether it opens a new window. */
export function LinkControl({ editor }: { editor: Editor }) {
  const t = useText()
  const isActive = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })
  const [draft, setDraft] = useState<LinkDraft | null>(null)
  const open = (): void => {
    const { href, target } = editor.getAttributes('link')
    setDraft({ href: typeof href === 'string' ? href : '', isNewWindow: target === '_blank' })
  }
  const close = (): void => setDraft(null)
  const change = (next: LinkDraft): void => {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (next.href.trim() === '') chain.unsetLink().run()
    else {
      const target = next.isNewWindow ? '_blank' : null
      chain.setLink({ href: next.href.trim(), target }).run()
    }
    close()
  }
  return (
    <Popover
      opened={draft !== null}
      onChange={(isOpen) => !isOpen && close()}
      trapFocus
      withinPortal
      shadow="md"
      position="bottom-start"
      width={340}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('text.link')}
          title={t('text.link')}
          active={isActive}
          onClick={() => (draft === null ? open() : close())}
        >
          <IconLink size={16} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        {draft && (
          <form
            aria-label={t('text.link')}
            onSubmit={(event) => {
              event.preventDefault()
              event.stopPropagation()
              change(draft)
            }}
          >
            <Stack gap="sm">
              <TextInput
                data-autofocus
                label={t('text.linkAddress')}
                placeholder="https://"
                inputMode="url"
                value={draft.href}
                onChange={({ currentTarget }) => setDraft({ ...draft, href: currentTarget.value })}
              />
              <Checkbox
                label={t('text.linkNewWindow')}
                checked={draft.isNewWindow}
                onChange={({ currentTarget }) =>
                  setDraft({ ...draft, isNewWindow: currentTarget.checked })
                }
              />
              <Group justify="flex-end" gap="xs">
                {isActive && (
                  <Button
                    variant="subtle"
                    color="gray"
                    c="inherit"
                    size="xs"
                    onClick={() => change({ ...draft, href: '' })}
                  >
                    {t('text.linkRemove')}
                  </Button>
                )}
                <Button type="submit" size="xs" disabled={!isActive && draft.href.trim() === ''}>
                  {t('action.apply')}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
