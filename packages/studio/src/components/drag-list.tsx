/** Moves the entries of a list by dragging a handle, or by keyboard. */
import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  type useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { useText } from '../i18n/text.tsx'
import { useDragTexts } from './drag-texts.ts'

type Draggable = ReturnType<typeof useSortable>

/** A constant, because a new object at every render would rerender all draggable entries. */
const byPointer = { activationConstraint: { distance: 4 } }
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates }

interface DragListProps {
  keys: UniqueIdentifier[]
  onMove: (from: number, to: number) => void
  children: ReactNode
}

export function DragList({ keys, onMove, children }: DragListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, byPointer),
    useSensor(KeyboardSensor, byKeyboard),
  )
  const texts = useDragTexts()
  const drop = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [keys.indexOf(active.id), over ? keys.indexOf(over.id) : -1]
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to)
  }
  return (
    <DndContext sensors={sensors} onDragEnd={drop} accessibility={texts}>
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** The position of an entry while another one is dragged over it. */
export function dragStyle({ transform, transition }: Draggable): CSSProperties {
  return { transform: CSS.Translate.toString(transform), transition }
}

interface DragHandleProps extends Pick<ActionIconProps, 'size' | 'className'> {
  draggable: Draggable
  /** The name of the entry. */
  entry: string
  iconSize?: number
}

export function DragHandle({ draggable, entry, iconSize = 16, ...rest }: DragHandleProps) {
  const t = useText()
  return (
    <ActionIcon
      ref={draggable.setActivatorNodeRef}
      variant="transparent"
      color="gray"
      {...rest}
      {...draggable.attributes}
      {...draggable.listeners}
      aria-label={t('item.drag', { entry })}
    >
      <IconGripVertical size={iconSize} aria-hidden />
    </ActionIcon>
  )
}
