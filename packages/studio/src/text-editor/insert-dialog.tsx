import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ItemPicker } from '../components/item-picker.tsx'
import { MediaPicker } from '../components/media-picker.tsx'
import { mediaLabel } from '../fields/media/media.tsx'
import { rowLabel } from '../fields/reference/labels.ts'
import { useText } from '../i18n/text.tsx'
import type { DialogName } from './blocks/blocks.ts'
import { figureOf } from './figure/figure.ts'
import { FrameForm } from './embeds/frame-form.tsx'
import { GrowingTextarea } from '../components/growing-textarea.tsx'

interface InsertDialogProps {
  dialog: DialogName
  editor: Editor
  language: string
  space: string
  addLabels: (labels: Labels) => void
  onClose: () => void
}

export function InsertDialog({
  dialog,
  editor,
  language,
  space,
  addLabels,
  onClose,
}: InsertDialogProps) {
  const t = useText()
  const insert = (html: string): void => {
    editor.chain().focus().leaveSelectedNodes().insertContent(html).run()
    onClose()
  }
  if (dialog === 'image' || dialog === 'media') {
    return (
      <MediaPicker
        isOpen
        onClose={onClose}
        space={space}
        {...(dialog === 'image' && { kind: 'image' })}
        onChoose={(item) => {
          const label = mediaLabel(item, language)
          addLabels({ items: {}, media: { [item.id]: label } })
          if (dialog === 'image') {
            editor
              .chain()
              .focus()
              .leaveSelectedNodes()
              .insertContent(figureOf(item.url, label.alt))
              .run()
          } else {
            insert(embed('media', 'media', item.id, item.filename))
          }
        }}
      />
    )
  }
  return (
    <Dialog onClose={onClose} title={t(titles[dialog])}>
      {dialog === 'content' && (
        <ItemPicker
          models={[]}
          autoFocus
          name={t('text.contentEmbed')}
          onChoose={(row) => {
            addLabels({ items: { [row.id]: rowLabel(row) }, media: {} })
            insert(embed('content', 'content', row.id, row.title))
          }}
        />
      )}
      {dialog === 'frame' && <FrameForm onInsert={insert} />}
      {dialog === 'html' && <HtmlForm onInsert={insert} />}
      {dialog === 'element' && <ElementForm onInsert={insert} />}
    </Dialog>
  )
}

const titles = {
  content: 'text.contentEmbed',
  frame: 'text.frame',
  html: 'text.html',
  element: 'text.element',
} as const

function embed(name: string, kind: 'content' | 'media', id: number, title: string): string {
  const box = document.createElement('div')
  box.setAttribute('data-service-ftelm', name)
  box.setAttribute(`data-service-${kind}-id`, String(id))
  box.textContent = title
  return box.outerHTML
}

function HtmlForm({ onInsert }: { onInsert: (html: string) => void }) {
  const t = useText()
  const [html, setHtml] = useState('')
  return (
    <>
      <GrowingTextarea
        data-autofocus
        label="HTML"
        description={t('text.htmlHint')}
        minRows={6}
        maxRows={20}
        value={html}
        onChange={({ currentTarget }) => setHtml(currentTarget.value)}
      />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button
          disabled={html.trim() === ''}
          onClick={() => onInsert(`<div data-service-ftelm="html">${html}</div>`)}
        >
          {t('text.insert')}
        </Button>
      </Group>
    </>
  )
}

/** A form to insert one of the custom elements of the space. */
function ElementForm({ onInsert }: { onInsert: (html: string) => void }) {
  const t = useText()
  const { schema } = useSession()
  const { textElements } = schema.root.settings
  const [name, setName] = useState(textElements[0] ?? '')
  const [text, setText] = useState('')
  const make = (): void => {
    const box = document.createElement('div')
    box.setAttribute('data-service-ftelm', name)
    const paragraph = document.createElement('p')
    paragraph.textContent = text
    box.append(paragraph)
    onInsert(box.outerHTML)
  }
  return (
    <>
      <NativeSelect
        data-autofocus
        label={t('text.element')}
        data={textElements}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={t('text.elementText')}
        mt="sm"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button disabled={name === ''} onClick={make}>
          {t('text.insert')}
        </Button>
      </Group>
    </>
  )
}
