import { Skeleton } from '@mantine/core'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import { IconFileText } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { InPlace, lazyPart } from '../../layout/lazy-part.tsx'
import { elementId, useEditing, useNotes, useProblemAt } from '../editing.ts'
import { textSummary, type EditorProps, type FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { markupLines } from './markup-lines.ts'

/** The text editor is the largest part of the app, so it is loaded when a text is edited. */
const TextEditor = lazyPart(
  async () => (await import('../../text-editor/text-editor.tsx')).TextEditor,
  InBox,
  () => <Skeleton h={180} />,
)

/** Loads the text editor before a text is shown. */
export const preloadTextEditor = TextEditor.preload

export const flexible: FieldEditor<'flexible'> = {
  icon: IconFileText,
  isAside: false,
  isGroup: true,
  summary: (value) => textSummary(typeof value === 'string' ? value.replace(/<[^>]*>/g, ' ') : ''),
  lines: markupLines,
  Editor: FlexibleEditor,
}

function FlexibleEditor({
  field,
  value,
  onChange,
  path,
  language,
}: EditorProps<FieldOf<'flexible'>>) {
  const { isReadOnly, addLabels, space } = useEditing()
  const epoch = useNotes((notes) => notes.epoch)
  const labels = useNotes((notes) => notes.labels)
  const problem = useProblemAt(path)
  const labelId = `${elementId(path)}-label`
  return (
    <div className={classes.group} data-invalid={problem !== undefined}>
      <div className={classes.legend} id={labelId}>
        <FieldLabel field={field} />
      </div>
      <TextEditor
        id={elementId(path)}
        labelId={labelId}
        language={language}
        value={typeof value === 'string' ? value : ''}
        epoch={epoch}
        isReadOnly={isReadOnly}
        labels={labels}
        addLabels={addLabels}
        space={space}
        onChange={onChange}
        placeholder={field.placeholder}
      />
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </div>
  )
}

function InBox(props: ComponentProps<typeof InPlace>) {
  return (
    <div className={classes.box}>
      <InPlace {...props} />
    </div>
  )
}
