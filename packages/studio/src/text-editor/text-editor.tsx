import '@mantine/tiptap/styles.css'
import { RichTextEditor } from '@mantine/tiptap'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Editor } from '@tiptap/core'
import { useCallback, useRef, useState, type KeyboardEvent } from 'react'
import { UploadList } from '../components/upload-list.tsx'
import { useUploads } from '../components/use-uploads.ts'
import { useSession } from '../api/session.tsx'
import { mediaLabel } from '../fields/media/media.tsx'
import { useText } from '../i18n/text.tsx'
import { BlockHandle } from './blocks/block-handle.tsx'
import type { Block, DialogName } from './blocks/blocks.ts'
import { SlashList } from './blocks/slash-list.tsx'
import { useSlash } from './blocks/use-slash.ts'
import { useFrameHosts } from './embeds/use-frame-hosts.ts'
import { figureOf } from './figure/figure.ts'
import { FindBar } from './find/find-bar.tsx'
import { InsertDialog } from './insert-dialog.tsx'
import { useEditorLabels } from './editor-labels.ts'
import { TextLabelsContext } from './labels-context.ts'
import { SelectionNote } from './selection-note.tsx'
import { TextCount } from './text-count.tsx'
import classes from './text-editor.module.css'
import { Toolbar } from './toolbar.tsx'
import { useTextEditor } from './use-text-editor.ts'

interface TextEditorProps {
  id: string
  labelId: string
  language: string
  value: string
  epoch: number
  isReadOnly: boolean
  labels: Labels
  addLabels: (labels: Labels) => void
  space: string
  onChange: (value: string | null) => void
  placeholder: string | undefined
}

/** The editor of flexible text. It grows with its content, and writes portable_html. */
export function TextEditor(props: TextEditorProps) {
  const { language, labels, addLabels, space } = props
  const t = useText()
  const { schema, addresses } = useSession()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [isFinding, setIsFinding] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const make = useCallback((block: Block, target: Editor) => {
    if (typeof block.make === 'string') setDialog(block.make)
    else block.make(target)
  }, [])
  const slash = useSlash(make)
  const target = useRef<Editor | null>(null)
  const { uploads, add, retry } = useUploads(
    { space },
    useCallback(
      (item) => {
        const { alt } = mediaLabel(item, schema.mainLanguage.key)
        target.current
          ?.chain()
          .focus()
          .leaveSelectedNodes()
          .insertContent(figureOf(item.url, alt))
          .run()
      },
      [schema],
    ),
  )
  const editor = useTextEditor({
    ...props,
    assetsOrigin: new URL(addresses.assets).origin,
    isFrameAllowed: useFrameHosts(),
    onSlash: slash.listener,
    onFiles: (files, into) => {
      target.current = into
      void add(files)
    },
  })
  const editorLabels = useEditorLabels()
  if (!editor) return null
  return (
    <TextLabelsContext value={labels}>
      <RichTextEditor
        editor={editor}
        labels={editorLabels}
        className={classes.editor}
        data-focus-mode={isFocused}
        onKeyDown={(event) => {
          if (isFindKey(event)) {
            event.preventDefault()
            setIsFinding(true)
          } else if (event.key === 'Escape' && !slash.menu && !event.nativeEvent.isComposing) {
            setIsFocused(false)
          }
        }}
      >
        {!props.isReadOnly && (
          <Toolbar
            editor={editor}
            language={language}
            onMake={make}
            onFind={() => setIsFinding(!isFinding)}
            isFocused={isFocused}
            onFocusMode={() => {
              setIsFocused(!isFocused)
              editor.commands.focus()
            }}
            addLabels={addLabels}
          />
        )}
        {isFinding && <FindBar editor={editor} onClose={() => setIsFinding(false)} />}
        <div className={classes.area} data-text-area>
          <RichTextEditor.Content />
          {!props.isReadOnly && <BlockHandle editor={editor} />}
        </div>
      </RichTextEditor>
      <TextCount editor={editor} language={language} />
      <SelectionNote editor={editor} />
      <UploadList
        uploads={uploads.filter(({ state }) => state !== 'done')}
        onRetry={(one) => void retry(one)}
      />
      {slash.menu && (
        <SlashList menu={slash.menu} found={slash.found} at={slash.at} onChoose={slash.choose} />
      )}
      {dialog && (
        <InsertDialog
          dialog={dialog}
          editor={editor}
          language={language}
          space={space}
          addLabels={addLabels}
          onClose={() => setDialog(null)}
        />
      )}
      <span className="visually-hidden">{t('text.placeholder')}</span>
    </TextLabelsContext>
  )
}

/** Ctrl+H; ⌘H hides the window on a Mac, so it is also Shift+⌘H. */
function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'h' && !altKey && (metaKey ? shiftKey : ctrlKey && !shiftKey)
}
