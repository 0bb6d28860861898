import type { Editor } from '@tiptap/core'
import { useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { chosen } from '../fields/flexible/merge-lists.ts'
import { useEditing } from '../fields/editing.ts'
import { mergeTexts } from '../fields/flexible/merge-texts.ts'
import { useText } from '../i18n/text.tsx'
import { styleNonce } from '../theme/nonce.ts'
import { createExtensions } from './extensions.ts'
import { loaded } from './load.ts'
import { meaningOf } from './meaning.ts'
import { embeddedImages, isOnlyImage } from './missing-image.ts'
import { replacedBy } from './replaced-by.ts'
import { cleanPaste } from './paste.ts'
import type { SlashListener } from './blocks/slash-menu.ts'
import { frameHtml, frameOf, type Frame } from './embeds/frames.ts'
import { htmlFromMarkdown, loadMarkdown, looksLikeMarkdown } from './markdown-paste.ts'
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
  isFrameAllowed: (frame: Frame) => boolean
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
      handlePaste: (_view, event) =>
        takeFiles(event.clipboardData) || takeText(event.clipboardData),
      handleDrop: (_view, event) => takeFiles(event.dataTransfer),
    },
    onUpdate: ({ editor: now }) => {
      isChanged.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => write(now), restMs)
    },
    onFocus: () => void loadMarkdown(),
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
  /** Turns a lone address into a frame and Markdown into blocks. Undo removes the result. */
  function takeText(data: DataTransfer | null): boolean {
    const now = made.current
    if (!data || !now || data.getData('text/html') !== '') return false
    const text = data.getData('text/plain')
    const { parent } = now.state.selection.$from
    if (parent.type.name === 'codeBlock') return false
    const frame = frameOf(text)
    if (frame && parent.content.size === 0 && latest.current.isFrameAllowed(frame)) {
      now.chain().leaveSelectedNodes().insertContent(frameHtml(frame)).run()
      return true
    }
    if (!looksLikeMarkdown(text)) return false
    const paste = (): boolean => {
      const html = htmlFromMarkdown(text)
      return html !== null && !now.isDestroyed && now.view.pasteHTML(html)
    }
    if (!paste()) void loadMarkdown().then(paste)
    return true
  }
  const { onTake } = useEditing()
  useEffect(
    () =>
      onTake?.(() => {
        if (made.current && !made.current.isDestroyed) write(made.current)
      }),
    [onTake],
  )
  useEffect(() => {
    editor?.setEditable(!options.isReadOnly, false)
  }, [editor, options.isReadOnly])
  // Only values from the server replace the text, so that the caret does not move while typing.
  const { epoch, value } = options
  useEffect(() => {
    if (!editor || value === written.current || latest.current.value !== value) return undefined
    const take = (): void => {
      if (editor.isDestroyed || latest.current.value !== value) return
      const typed = isChanged.current ? tidied(editor.getHTML()) : null
      const parts = typed === null ? null : mergeTexts(written.current, typed, value)
      const next = parts ? chosen(parts, () => true).join('') : value
      isChanged.current = false
      written.current = next
      editor.view.dispatch(replacedBy(editor, loaded(next)))
      if (next !== value) latest.current.onChange(next)
    }
    // A change of the text would end the composition of an input method.
    if (!editor.view.composing) {
      take()
      return undefined
    }
    const { dom } = editor.view
    const wait = (): void => void setTimeout(take)
    dom.addEventListener('compositionend', wait, { once: true })
    return () => dom.removeEventListener('compositionend', wait)
  }, [editor, epoch, value])
  useEffect(
    () => () => {
      if (made.current && !made.current.isDestroyed) write(made.current)
    },
    [],
  )
  return editor
}
