/** The chosen items: move by pointer or keyboard, open, remove. */
import { useSortable } from '@dnd-kit/sortable'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { DragHandle, DragList, dragStyle } from '../../components/drag-list.tsx'
import { moved } from '../../components/moved.ts'
import { showNotice } from '../../components/notice.tsx'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import classes from '../fields.module.css'
import { Target } from '../reference/target.tsx'

interface TargetListProps {
  name: string
  ids: number[]
  onChange: (ids: number[]) => void
  path: string
}

export function TargetList({ name, ids, onChange, path }: TargetListProps) {
  const t = useText()
  const latest = useRef({ ids, onChange })
  latest.current = { ids, onChange }
  const remove = (id: number, index: number): void => {
    onChange(ids.filter((one) => one !== id))
    showNotice({
      text: t('item.entryRemoved', { name }),
      undo: () => {
        const { ids: now, onChange: send } = latest.current
        if (!now.includes(id)) send(now.toSpliced(index, 0, id))
      },
    })
  }
  if (ids.length === 0) return null
  return (
    <DragList keys={ids} onMove={(from, to) => onChange(moved(ids, from, to))}>
      <ol className={classes.entries}>
        {ids.map((id, index) => (
          <TargetRow
            key={id}
            id={id}
            name={t('item.entry', { name, number: index + 1 })}
            path={`${path}[${index}]`}
            onRemove={() => remove(id, index)}
          />
        ))}
      </ol>
    </DragList>
  )
}

interface TargetRowProps {
  id: number
  name: string
  path: string
  onRemove: () => void
}

function TargetRow({ id, name, path, onRemove }: TargetRowProps) {
  const t = useText()
  const { isReadOnly } = useEditing()
  const problem = useProblemAt(path)
  const draggable = useSortable({ id, disabled: isReadOnly })
  return (
    <li ref={draggable.setNodeRef} id={elementId(path)} tabIndex={-1} style={dragStyle(draggable)}>
      <div className={classes.choice} data-movable={!isReadOnly}>
        {!isReadOnly && <DragHandle draggable={draggable} entry={name} />}
        <Target id={id} />
        {!isReadOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('references.remove', { entry: name })}
            onClick={onRemove}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </li>
  )
}
