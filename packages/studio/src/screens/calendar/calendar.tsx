import { DndContext, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { ActionIcon, Alert, Button, SegmentedControl, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { localIn } from '../../components/zoned-time.ts'
import { ownZone } from '../../components/zones.ts'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { calendarViews, daysIn, step, type CalendarView } from './calendar-dates.ts'
import classes from './calendar.module.css'
import { Day } from './day.tsx'
import { Failures } from './failures.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { localAt, mostRows, useSchedules, type CalendarEntry } from './use-schedules.ts'

/** A constant, because a new object at every render would rerender all draggable entries. */
const byPointer = { activationConstraint: { distance: 4 } }

/** When content is published and unpublished, by month or week. */
export function Calendar() {
  const t = useText()
  const format = useFormat()
  const { can } = useSession()
  const today = localIn(ownZone, Date.now()).slice(0, 10)
  const { view = 'month', date = today } = useSearch({ from: '/$root/calendar' })
  const navigate = useNavigate({ from: '/$root/calendar' })
  const show = (change: { view?: CalendarView; date?: string }): void =>
    void navigate({ search: (old) => ({ ...old, ...change }) })
  const days = daysIn(view, date, format.firstDay)
  const { list, releases, entries, failed, move, cancel } = useSchedules(days)
  const [moving, setMoving] = useState<CalendarEntry | null>(null)
  /** Opens or closes the dialog, which shows only errors of its own. */
  const openMove = (entry: CalendarEntry | null): void => {
    move.reset()
    setMoving(entry)
  }
  const sensors = useSensors(useSensor(PointerSensor, byPointer))
  const byDay = Map.groupBy(entries, ({ at }) => localAt(at).slice(0, 10))
  const drop = ({ active, over }: DragEndEvent): void => {
    const entry = active.data.current as CalendarEntry | undefined
    if (!entry || !over) return
    const local = localAt(entry.at)
    const next = `${String(over.id)}${local.slice(10)}`
    if (next !== local) move.mutate({ entry, at: `${next}[${ownZone}]` })
  }
  const error = list.error ?? releases.error ?? move.error ?? cancel.error
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.calendar')}>
        <SegmentedControl
          aria-label={t('calendar.view')}
          data={calendarViews.map((value) => ({ value, label: t(`calendar.${value}`) }))}
          value={view}
          onChange={(value) => show({ view: value })}
        />
      </PageHeader>
      <div className={classes.bar}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('calendar.previous')}
          onClick={() => show({ date: step(view, date, -1) })}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('calendar.next')}
          onClick={() => show({ date: step(view, date, 1) })}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="xs" onClick={() => show({ date: today })}>
          {t('calendar.today')}
        </Button>
        <h2 className={classes.period} aria-live="polite">
          {view === 'month' ? format.month(date) : format.days(days[0] ?? '', days.at(-1) ?? '')}
        </h2>
        <Text size="sm" c="dimmed" className={classes.zone}>
          {list.data && releases.data && entries.length === 0 && (
            <>
              <strong>{t('calendar.empty')}</strong>
              {' · '}
            </>
          )}
          {t('calendar.hint', { zone: ownZone })}
        </Text>
      </div>
      {error && (
        <Alert color="red" role="alert" mx="lg" mb="sm">
          {errorText(error, t)}
        </Alert>
      )}
      <Failures
        rows={failed.data?.rows ?? []}
        onDismiss={(scheduled) => cancel.mutate({ of: { scheduled } })}
      />
      {list.data && list.data.total > mostRows && (
        <Text size="sm" px="lg" pb="xs">
          {t('calendar.more', { count: format.number(mostRows) })}
        </Text>
      )}
      <DndContext sensors={sensors} onDragEnd={drop}>
        <div
          className={classes.grid}
          data-view={view}
          aria-busy={list.isPending || releases.isPending}
        >
          {days.slice(0, 7).map((day) => (
            <div key={day} className={classes.weekday} aria-hidden>
              {format.weekday(day)}
            </div>
          ))}
          {days.map((day) => (
            <Day
              key={day}
              day={day}
              rows={byDay.get(day) ?? []}
              isToday={day === today}
              isOutside={view === 'month' && day.slice(0, 7) !== date.slice(0, 7)}
              isReadOnly={!can('editor')}
              onMove={openMove}
              onCancel={cancel.mutate}
            />
          ))}
        </div>
      </DndContext>
      {moving && (
        <MoveDialog
          entry={moving}
          isBusy={move.isPending}
          error={move.error}
          onClose={() => openMove(null)}
          onMove={(at) => move.mutate({ entry: moving, at }, { onSuccess: () => setMoving(null) })}
        />
      )}
    </div>
  )
}
