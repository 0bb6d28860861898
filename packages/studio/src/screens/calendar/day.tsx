import { useDroppable } from '@dnd-kit/core'
import { useFormat } from '../../i18n/format.ts'
import classes from './calendar.module.css'
import { Entry } from './entry.tsx'
import type { CalendarEntry } from './use-schedules.ts'

interface DayProps {
  /** YYYY-MM-DD */
  day: string
  rows: readonly CalendarEntry[]
  isToday: boolean
  /** Whether the day belongs to another month. */
  isOutside: boolean
  isReadOnly: boolean
  onMove: (entry: CalendarEntry) => void
  onCancel: (entry: CalendarEntry) => void
}

export function Day({ day, rows, isToday, isOutside, isReadOnly, onMove, onCancel }: DayProps) {
  const format = useFormat()
  const { setNodeRef, isOver } = useDroppable({ id: day })
  return (
    <section
      ref={setNodeRef}
      className={classes.day}
      aria-label={format.day(day)}
      data-empty={rows.length === 0}
      data-today={isToday}
      data-outside={isOutside}
      data-over={isOver}
    >
      <h3 className={classes.date}>
        <span className={classes.number}>{Number(day.slice(8))}</span>
        <span className={classes.longDate}>{format.day(day)}</span>
      </h3>
      {rows.length > 0 && (
        <ul className={classes.entries}>
          {rows.map((entry) => (
            <Entry
              key={entry.key}
              entry={entry}
              isReadOnly={isReadOnly}
              onMove={onMove}
              onCancel={onCancel}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
