import type { Editor } from '@tiptap/core'
import { useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/text.tsx'
import { styleNonce } from '../theme/nonce.ts'
import { createExtensions } from './extensions.ts'
import { loaded } from './load.ts'
import { meaningOf } from './meaning.ts'
import { embeddedImages, isOnlyImage } from './missing-image.ts'
import { cleanPaste } from './paste.ts'
import type { SlashListener } from './slash-menu.ts'
import { tidied } from './tidy.ts'

interface Options {
  id: string
  labelId: string
  language: string
  value: string
  epoch: number
  isReadOnly: boolean
  onChange: (value: string | null) => void
  placeholder: string | undefined
  /** Where the images of the media library are. */
  assetsOrigin: string
  onFiles: (files: File[], editor: Editor) => void
  onSlash: SlashListener
}

/** Serializing a long text at every key would be noticeable. */
const restMs = 200

export function useTextEditor(options: Options): Editor | null {
  const t = useText()
  const latest = useRef(options)
  latest.current = options
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const written = useRef(options.value)
  const isChanged = useRef(false)
  const write = (editor: Editor): void => {
    clearTimeout(timer.current)
    if (!isChanged.current) return
    isChanged.current = false
    const html = tidied(editor.getHTML())
    if (meaningOf(html) === meaningOf(written.current)) return
    written.current = html
    latest.current.onChange(html === '' ? null : html)
  }
  const [content] = useState(() => loaded(options.value))
  const editor = useEditor({
    extensions: createExtensions({
      placeholder: options.placeholder ?? t('text.placeholder'),
      missingImage: t('text.missingImage'),
      onSlash: options.onSlash,
    }),
    content,
    editable: !options.isReadOnly,
    injectNonce: styleNonce(),
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        id: options.id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': options.labelId,
        lang: options.language,
      },
      transformPastedHTML: (html) => cleanPaste(html, latest.current.assetsOrigin),
      handlePaste: (_view, event) => takeFiles(event.clipboardData),
      handleDrop: (_view, event) => takeFiles(event.dataTransfer),
    },
    onUpdate: ({ editor: now }) => {
      isChanged.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => write(now), restMs)
    },
    onBlur: ({ editor: now }) => write(now),
  })
  const made = useRef<Editor>(null)
  made.current = editor
  function takeFiles(data: DataTransfer | null): boolean {
    if (!data || !made.current) return false
    const files = [...data.files]
    const html = data.getData('text/html')
    // Word adds an image of the text to the clipboard: prefer the text.
    if (files.length > 0 && (html === '' || isOnlyImage(html))) {
      latest.current.onFiles(files, made.current)
      return true
    }
    const embedded = embeddedImages(html)
    if (embedded.length > 0) latest.current.onFiles(embedded, made.current)
    return false
  }
  useEffect(() => {
    editor?.setEditable(!options.isReadOnly, false)
  }, [editor, options.isReadOnly])
  // Only values from the server replace the text, so that the caret does not move while typing.
  const { epoch, value } = options
  useEffect(() => {
    if (!editor || value === written.current) return
    if (latest.current.value !== value) return
    written.current = value
    isChanged.current = false
    editor
      .chain()
      .setMeta('preventAutolink', true)
      .setContent(loaded(value), { emitUpdate: false })
      .run()
  }, [editor, epoch, value])
  useEffect(
    () => () => {
      if (made.current && !made.current.isDestroyed) write(made.current)
    },
    [],
  )
  return editor
}
