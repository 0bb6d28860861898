import { useState } from 'react'
import { DialogForm } from '../../components/dialog-form.tsx'
import { ZoneSelect } from '../../components/zone-select.tsx'
import { ZonedTimeInput } from '../../components/zoned-time-input.tsx'
import { zonedProblem, zonedText } from '../../components/zoned-time.ts'
import { ownZone } from '../../components/zones.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { localAt, type CalendarEntry } from './use-schedules.ts'

interface MoveDialogProps {
  entry: CalendarEntry
  isBusy: boolean
  error: Error | null
  onMove: (at: string) => void
  onClose: () => void
}

/** Changes the time of a schedule without a pointer. */
export function MoveDialog({ entry, isBusy, error, onMove, onClose }: MoveDialogProps) {
  const t = useText()
  const [time, setTime] = useState({ local: localAt(entry.at), offset: '' })
  const [zone, setZone] = useState(ownZone)
  const at = zonedText(time, zone)
  return (
    <DialogForm
      title={t('calendar.moveTitle', { title: entry.title || t('common.untitled') })}
      action={t('action.save')}
      isBusy={isBusy}
      isDisabled={at === undefined || zonedProblem(time, zone) !== undefined}
      onSubmit={() => {
        if (at !== undefined) onMove(at)
      }}
      onClose={onClose}
    >
      <ZonedTimeInput
        label={t('calendar.newTime')}
        value={time}
        zone={zone}
        onChange={setTime}
        error={error ? errorText(error, t) : undefined}
      />
      <ZoneSelect zone={zone} onChange={setZone} />
    </DialogForm>
  )
}
