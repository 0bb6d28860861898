import { Alert, Group, Radio, Text } from '@mantine/core'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useState } from 'react'
import { AdminFailure } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { DialogForm } from '../../../components/dialog-form.tsx'
import { ZoneSelect } from '../../../components/zone-select.tsx'
import { ZonedTimeInput } from '../../../components/zoned-time-input.tsx'
import {
  emptyTime,
  localIn,
  zonedProblem,
  zonedText,
  type ZonedTime,
} from '../../../components/zoned-time.ts'
import { ownZone } from '../../../components/zones.ts'
import { useFormat } from '../../../i18n/format.ts'
import { errorText, problemText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'

export interface ScheduleTimes {
  /** Null: all languages. */
  language: string | null
  publishAt?: string
  unpublishAt?: string
}

interface ScheduleDialogProps {
  item: EditableItem
  language: string
  /** Whether there is a draft to publish, also one that is not saved yet. */
  hasDraft: boolean
  isBusy: boolean
  error: Error | null
  /** A time was changed, so the error no longer applies. */
  onEdit: () => void
  onSchedule: (times: ScheduleTimes) => void
  onClose: () => void
}

/** Plans when the draft is published, and when it is unpublished. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { item, language, hasDraft, isBusy, error, onEdit, onSchedule, onClose } = props
  const t = useText()
  const format = useFormat()
  const isMany = useSession().schema.root.languages.length > 1
  const planned = (action: 'publish' | 'unpublish'): ZonedTime => {
    const found = item.schedules.find((one) => one.language === language && one.action === action)
    return found ? { local: localIn(ownZone, Date.parse(found.at)), offset: '' } : emptyTime
  }
  const [zone, setZone] = useState(ownZone)
  const [isAll, setAll] = useState(false)
  const [publishAt, setPublishAt] = useState(() => planned('publish'))
  const [unpublishAt, setUnpublishAt] = useState(() => planned('unpublish'))
  const errorAt = (path: string): string | undefined => {
    const problems = error instanceof AdminFailure ? error.problems : []
    const problem = problems.find((one) => one.path === path)
    return problem && problemText(problem, t)
  }
  const hasPlace = errorAt('publishAt') ?? errorAt('unpublishAt')
  const isPublishable = hasDraft || (isAll && item.languages.some(({ draft }) => draft !== null))
  const times = isPublishable ? [publishAt, unpublishAt] : [unpublishAt]
  const isReady =
    times.some(({ local }) => local !== '') &&
    times.every((time) => zonedProblem(time, zone) === undefined)
  const submit = (): void => {
    const [publish, unpublish] = [
      isPublishable ? zonedText(publishAt, zone) : undefined,
      zonedText(unpublishAt, zone),
    ]
    onSchedule({
      language: isAll ? null : language,
      ...(publish !== undefined && { publishAt: publish }),
      ...(unpublish !== undefined && { unpublishAt: unpublish }),
    })
  }
  return (
    <DialogForm
      title={t('schedule.title')}
      action={t('schedule.schedule')}
      isBusy={isBusy}
      isDisabled={!isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      {error && hasPlace === undefined && (
        <Alert color="red" role="alert">
          {errorText(error, t)}
        </Alert>
      )}
      {isMany && (
        <Radio.Group
          label={t('list.language')}
          value={isAll ? 'all' : 'one'}
          onChange={(value) => setAll(value === 'all')}
        >
          <Group gap="md" mt={6}>
            <Radio value="one" label={format.language(language)} />
            <Radio value="all" label={t('schedule.allLanguages')} />
          </Group>
        </Radio.Group>
      )}
      {isPublishable ? (
        <ZonedTimeInput
          label={t('schedule.publishAt')}
          description={t('schedule.frozen')}
          value={publishAt}
          zone={zone}
          onChange={(time) => {
            setPublishAt(time)
            onEdit()
          }}
          error={errorAt('publishAt')}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('schedule.noDraft')}
        </Text>
      )}
      <ZonedTimeInput
        label={t('schedule.unpublishAt')}
        value={unpublishAt}
        zone={zone}
        onChange={(time) => {
          setUnpublishAt(time)
          onEdit()
        }}
        error={errorAt('unpublishAt')}
      />
      <ZoneSelect zone={zone} onChange={setZone} />
    </DialogForm>
  )
}
