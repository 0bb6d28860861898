/** A list whose entries can be moved by dragging a handle, or by keyboard. */
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
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.tsx'
import { useDragTexts } from './drag-texts.ts'
import classes from './sortable.module.css'

interface Item {
  key: string
}

interface SortableProps<T extends Item> {
  items: T[]
  labelOf: (item: T) => string
  onMove: (items: T[]) => void
  children: (item: T) => ReactNode
  className?: string
  isFramed?: boolean
}

/** A constant, because a new object at every render would rerender all draggable entries. */
const byPointer = { activationConstraint: { distance: 4 } }
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates }

export function Sortable<T extends Item>({
  items,
  labelOf,
  onMove,
  children,
  className,
  isFramed,
}: SortableProps<T>) {
  const sensors = useSensors(
    useSensor(PointerSensor, byPointer),
    useSensor(KeyboardSensor, byKeyboard),
  )
  const texts = useDragTexts()
  const drop = ({ active, over }: DragEndEvent): void => {
    const keys = items.map(({ key }) => key)
    const [from, to] = [keys.indexOf(String(active.id)), over ? keys.indexOf(String(over.id)) : -1]
    if (from < 0 || to < 0 || from === to) return
    const next = [...items]
    next.splice(to, 0, ...next.splice(from, 1))
    onMove(next)
  }
  return (
    <DndContext sensors={sensors} onDragEnd={drop} accessibility={texts}>
      <SortableContext items={items.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ul className={className}>
          {items.map((item) => (
            <Row key={item.key} id={item.key} label={labelOf(item)} isFramed={isFramed ?? false}>
              {children(item)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface RowProps {
  id: string
  label: string
  isFramed: boolean
  children: ReactNode
}

function Row({ id, label, isFramed, children }: RowProps) {
  const t = useText()
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } =
    useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-framed={isFramed}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        variant="transparent"
        color="gray"
        size="sm"
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={t('item.drag', { entry: label })}
      >
        <IconGripVertical size={15} aria-hidden />
      </ActionIcon>
      <div className={classes.body}>{children}</div>
    </li>
  )
}
