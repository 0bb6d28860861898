import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import type { ScheduledItem } from '@octavo/schema/admin/schedules.ts'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { ZonedTimeInput } from '../../components/zoned-time-input.tsx'
import { zonedProblem, zonedText } from '../../components/zoned-time.ts'
import { ownZone, zoneNames } from '../../components/zones.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { localAt } from './use-schedules.ts'

interface MoveDialogProps {
  scheduled: ScheduledItem
  isBusy: boolean
  error: Error | null
  onMove: (at: string) => void
  onClose: () => void
}

/** Changes the time of a schedule without a pointer. */
export function MoveDialog({ scheduled, isBusy, error, onMove, onClose }: MoveDialogProps) {
  const t = useText()
  const [time, setTime] = useState({ local: localAt(scheduled.at), offset: '' })
  const [zone, setZone] = useState(ownZone)
  const at = zonedText(time, zone)
  const title = scheduled.item.title || t('common.untitled')
  return (
    <Dialog onClose={onClose} title={t('calendar.moveTitle', { title })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (at !== undefined) onMove(at)
        }}
      >
        <Stack>
          <ZonedTimeInput
            label={t('calendar.newTime')}
            value={time}
            zone={zone}
            onChange={setTime}
            error={error ? errorText(error, t) : undefined}
          />
          <NativeSelect
            label={t('schedule.zone')}
            data={[...zoneNames()]}
            value={zone}
            onChange={({ currentTarget }) => setZone(currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              type="submit"
              loading={isBusy}
              disabled={at === undefined || zonedProblem(time, zone) !== undefined}
            >
              {t('action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
