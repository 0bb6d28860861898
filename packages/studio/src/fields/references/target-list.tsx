/** The chosen items: move by pointer or keyboard, open, remove. */
import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useDragTexts } from '../../components/drag-texts.ts'
import { showNotice } from '../../components/notice.tsx'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import classes from '../fields.module.css'
import { Target } from '../reference/target.tsx'
import { moved } from '../repeat/entries.ts'

interface TargetListProps {
  name: string
  ids: number[]
  onChange: (ids: number[]) => void
  path: string
}

const byPointer = { activationConstraint: { distance: 4 } }
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates }

export function TargetList({ name, ids, onChange, path }: TargetListProps) {
  const t = useText()
  const drag = useDragTexts()
  const sensors = useSensors(
    useSensor(PointerSensor, byPointer),
    useSensor(KeyboardSensor, byKeyboard),
  )
  const latest = useRef({ ids, onChange })
  latest.current = { ids, onChange }
  const drop = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [active, over].map((place) => ids.indexOf(Number(place?.id)))
    if (from === undefined || to === undefined) return
    if (from >= 0 && to >= 0 && from !== to) onChange(moved(ids, from, to))
  }
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
    <DndContext sensors={sensors} onDragEnd={drop} accessibility={drag}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
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
      </SortableContext>
    </DndContext>
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
  const sortable = useSortable({ id, disabled: isReadOnly })
  return (
    <li
      ref={sortable.setNodeRef}
      id={elementId(path)}
      tabIndex={-1}
      style={{
        transform: CSS.Translate.toString(sortable.transform),
        transition: sortable.transition,
      }}
    >
      <div className={classes.choice} data-movable={!isReadOnly}>
        {!isReadOnly && (
          <ActionIcon
            ref={sortable.setActivatorNodeRef}
            variant="transparent"
            color="gray"
            {...sortable.attributes}
            {...sortable.listeners}
            aria-label={t('item.drag', { entry: name })}
          >
            <IconGripVertical size={16} aria-hidden />
          </ActionIcon>
        )}
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
