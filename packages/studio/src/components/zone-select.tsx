import { NativeSelect } from '@mantine/core'
import { useText } from '../i18n/text.tsx'
import { ownZone, zoneNames } from './zones.ts'

/** The zone of entered times. */
export function ZoneSelect({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const t = useText()
  return (
    <NativeSelect
      label={t('schedule.zone')}
      data={zoneNames().map((name) => ({
        value: name,
        label: name === ownZone ? t('schedule.ownZone', { zone: name }) : name,
      }))}
      value={zone}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
