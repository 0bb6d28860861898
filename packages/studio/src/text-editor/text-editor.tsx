import '@mantine/tiptap/styles.css'
import { RichTextEditor } from '@mantine/tiptap'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Editor } from '@tiptap/core'
import { useCallback, useRef, useState } from 'react'
import { UploadList } from '../components/upload-list.tsx'
import { useUploads } from '../components/use-uploads.ts'
import { useSession } from '../api/session.tsx'
import { mediaLabel } from '../fields/media/media.tsx'
import { useText } from '../i18n/text.tsx'
import type { Block, DialogName } from './blocks.ts'
import { InsertDialog } from './insert-dialog.tsx'
import { useEditorLabels } from './editor-labels.ts'
import { TextLabelsContext } from './labels-context.ts'
import { SelectionNote } from './selection-note.tsx'
import { SlashList } from './slash-list.tsx'
import { TextCount } from './text-count.tsx'
import classes from './text-editor.module.css'
import { Toolbar } from './toolbar.tsx'
import { useSlash } from './use-slash.ts'
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
          .insertContent({ type: 'picture', attrs: { src: item.url, alt } })
          .run()
      },
      [schema],
    ),
  )
  const editor = useTextEditor({
    ...props,
    assetsOrigin: new URL(addresses.assets).origin,
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
      <RichTextEditor editor={editor} labels={editorLabels} className={classes.editor}>
        {!props.isReadOnly && <Toolbar editor={editor} language={language} onMake={make} />}
        <RichTextEditor.Content />
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
