import { Popover } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import { IconLink } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { rowLabel } from '../../fields/reference/labels.ts'
import { useMountedDom } from '../use-mounted-dom.ts'
import { useText } from '../../i18n/text.tsx'
import { modifier } from '../../layout/finding/modifier.ts'
import { completeUrl } from './complete-url.ts'
import { itemLink, linkedItem } from './item-link.ts'
import { LinkForm, type LinkDraft } from './link-form.tsx'

interface LinkControlProps {
  editor: Editor
  addLabels: (labels: Labels) => void
}

/** The link of the selected text: to an item, or to a URL. Ctrl+K in the text opens it. */
export function LinkControl({ editor, addLabels }: LinkControlProps) {
  const t = useText()
  const isActive = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })
  const [draft, setDraft] = useState<LinkDraft | null>(null)
  const mounted = useMountedDom(editor)
  useEffect(() => {
    if (!mounted) return undefined
    const press = (event: KeyboardEvent): void => {
      const isLinkKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isLinkKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      setDraft(draftOf(editor))
    }
    mounted.addEventListener('keydown', press)
    return () => mounted.removeEventListener('keydown', press)
  }, [editor, mounted])
  const close = (): void => setDraft(null)
  /** Links the selected text, or inserts `text` as the link. */
  const link = (attributes: object, text: string): void => {
    const chain = editor.chain().focus()
    if (editor.state.selection.empty && !isActive) {
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: attributes }] })
    } else {
      chain.extendMarkRange('link').setMark('link', attributes).setMeta('preventAutolink', true)
    }
    chain.run()
    close()
  }
  const apply = ({ href, isNewWindow }: LinkDraft): void => {
    const url = completeUrl(href)
    if (url === '') {
      editor.chain().focus().extendMarkRange('link').unsetLink().run()
      return close()
    }
    // Refused for schemes that could run code.
    if (!editor.can().setLink({ href: url })) return
    link({ href: url, target: isNewWindow ? '_blank' : null, preserved: null }, href.trim())
  }
  return (
    <Popover
      opened={draft !== null}
      onChange={(isOpen) => !isOpen && close()}
      trapFocus
      withinPortal
      shadow="md"
      position="bottom-start"
      width={360}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('text.link')}
          title={`${t('text.link')} (${modifier} K)`}
          active={isActive}
          onClick={() => setDraft(draft === null ? draftOf(editor) : null)}
        >
          <IconLink size={18} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown
        onKeyDown={({ key, nativeEvent }) =>
          key === 'Escape' && !nativeEvent.isComposing && editor.commands.focus()
        }
      >
        {draft && (
          <LinkForm
            draft={draft}
            isActive={isActive}
            onDraft={setDraft}
            onApply={apply}
            onItem={(row) => {
              addLabels({ items: { [row.id]: rowLabel(row) }, media: {} })
              const text = row.title || t('text.embedContent', { id: row.id })
              link({ href: null, target: null, preserved: itemLink(row.id) }, text)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function draftOf(editor: Editor): LinkDraft {
  const { href, target, preserved } = editor.getAttributes('link')
  return {
    href: typeof href === 'string' ? href : '',
    isNewWindow: target === '_blank',
    itemId: linkedItem(preserved),
  }
}
