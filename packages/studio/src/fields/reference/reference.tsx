import { ActionIcon } from '@mantine/core'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import { IconArrowUpRight, IconPencil, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
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
  const { isReadOnly } = useEditing()
  const t = useText()
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
        <Chosen field={field} id={value} isReadOnly={isReadOnly} onChange={onChange} />
      </Shown>
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </div>
  )
}

interface ChosenProps {
  field: FieldOf<'reference'>
  id: number
  isReadOnly: boolean
  onChange: (id: number | null) => void
}

/** The referenced item. Another one can be chosen in its place, so that the field is never empty in between. */
function Chosen({ field, id, isReadOnly, onChange }: ChosenProps) {
  const t = useText()
  const [isChanging, setIsChanging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isReturning = useRef(false)
  useEffect(() => {
    if (!isChanging && isReturning.current) opener.current?.focus()
    isReturning.current = false
  }, [isChanging])
  const close = (): void => {
    isReturning.current = true
    setIsChanging(false)
  }
  if (isChanging) {
    return (
      <div
        onKeyDown={({ key, nativeEvent }) =>
          key === 'Escape' && !nativeEvent.isComposing && close()
        }
      >
        <TargetPicker
          field={field}
          autoFocus
          exceptIds={[id]}
          onLeave={() => setIsChanging(false)}
          onChoose={(next) => {
            onChange(next)
            close()
          }}
        />
      </div>
    )
  }
  const change = t('item.changeField', { field: field.name })
  const clear = t('item.clearField', { field: field.name })
  return (
    <div className={classes.choice}>
      <Target id={id} />
      {!isReadOnly && (
        <>
          <ActionIcon
            ref={opener}
            variant="subtle"
            color="gray"
            aria-label={change}
            title={change}
            onClick={() => setIsChanging(true)}
          >
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={clear}
            title={clear}
            onClick={() => onChange(null)}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </>
      )}
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
