/** A list whose entries can be moved. */
import { useSortable } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { DragHandle, DragList, dragStyle } from './drag-list.tsx'
import { moved } from './moved.ts'
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

export function Sortable<T extends Item>({
  items,
  labelOf,
  onMove,
  children,
  className,
  isFramed,
}: SortableProps<T>) {
  return (
    <DragList
      keys={items.map(({ key }) => key)}
      onMove={(from, to) => onMove(moved(items, from, to))}
    >
      <ul className={className}>
        {items.map((item) => (
          <Row key={item.key} id={item.key} label={labelOf(item)} isFramed={isFramed ?? false}>
            {children(item)}
          </Row>
        ))}
      </ul>
    </DragList>
  )
}

interface RowProps {
  id: string
  label: string
  isFramed: boolean
  children: ReactNode
}

function Row({ id, label, isFramed, children }: RowProps) {
  const draggable = useSortable({ id })
  return (
    <li
      ref={draggable.setNodeRef}
      className={classes.row}
      data-framed={isFramed}
      style={dragStyle(draggable)}
    >
      <DragHandle
        draggable={draggable}
        entry={label}
        size={24}
        iconSize={15}
        className={classes.handle}
      />
      <div className={classes.body}>{children}</div>
    </li>
  )
}
