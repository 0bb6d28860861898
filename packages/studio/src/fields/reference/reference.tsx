import { ActionIcon } from '@mantine/core'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import { IconArrowUpRight, IconX } from '@tabler/icons-react'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { EditorProps, FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { targetLine } from './labels.ts'
import { Target } from './target.tsx'
import { TargetPicker } from './target-picker.tsx'

export const reference: FieldEditor<'reference'> = {
  icon: IconArrowUpRight,
  isAside: true,
  isGroup: true,
  summary: (value, _field, { labels }) =>
    typeof value === 'number' ? (labels.items[value]?.title ?? '') : '',
  lines: (id: number, _field, context) => [targetLine(id, context)],
  Editor: ReferenceEditor,
}

function ReferenceEditor({ field, value, onChange, path }: EditorProps<FieldOf<'reference'>>) {
  const t = useText()
  const { isReadOnly } = useEditing()
  const problem = useProblemAt(path)
  if (typeof value !== 'number') {
    return (
      <div id={elementId(path)}>
        {isReadOnly ? (
          <Shown field={field}>{t('common.none')}</Shown>
        ) : (
          <TargetPicker
            field={field}
            label={<FieldLabel field={field} />}
            problem={problem}
            onChoose={onChange}
          />
        )}
      </div>
    )
  }
  return (
    <div id={elementId(path)} tabIndex={-1}>
      <Shown field={field}>
        <div className={classes.choice}>
          <Target id={value} />
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('item.clearField', { field: field.name })}
              onClick={() => onChange(null)}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </Shown>
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </div>
  )
}

function Shown({ field, children }: { field: FieldOf<'reference'>; children: React.ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        <FieldLabel field={field} />
      </legend>
      {children}
    </fieldset>
  )
}
