import { Alert, Checkbox, Text } from '@mantine/core'
import type { Release, ReleaseCheck } from '@octavo/schema/admin/releases.ts'
import { useState } from 'react'
import { admin, AdminFailure } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { ZoneSelect } from '../../components/zone-select.tsx'
import { ZonedTimeInput } from '../../components/zoned-time-input.tsx'
import { emptyTime, zonedProblem, zonedText } from '../../components/zoned-time.ts'
import { ownZone } from '../../components/zones.ts'
import { ReleaseProblems } from '../../components/release-problems.tsx'
import { errorText, problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { useReleaseChange } from './use-release.ts'

interface PublishDialogProps {
  release: Release
  check: ReleaseCheck | undefined
  isScheduling: boolean
  onClose: () => void
}

/** Publishes a release now or at a time. Newer public content is overwritten only if the user decides so. */
export function PublishDialog({ release, check, isScheduling, onClose }: PublishDialogProps) {
  const t = useText()
  const { root } = useSession()
  const [time, setTime] = useState(emptyTime)
  const [zone, setZone] = useState(ownZone)
  const [isOverwriting, setOverwriting] = useState(false)
  const at = isScheduling ? zonedText(time, zone) : undefined
  const publish = useReleaseChange(
    () =>
      admin.call('publishRelease', {
        params: { root, release: release.luid },
        body: { ...(at !== undefined && { at }), ...(isOverwriting && { isOverwriting }) },
      }),
    isScheduling ? 'release.scheduled' : 'release.published',
    onClose,
  )
  const { error } = publish
  const problems = error instanceof AdminFailure ? error.problems : []
  const timeProblem = problems.find(({ path }) => path === 'at')
  const hasConflicts = (check?.conflicts.length ?? 0) > 0
  const isReady = !isScheduling || (at !== undefined && zonedProblem(time, zone) === undefined)
  return (
    <DialogForm
      title={t(isScheduling ? 'release.askSchedule' : 'release.askPublish', { name: release.name })}
      action={t(isScheduling ? 'release.scheduleNow' : 'release.publishNow')}
      isBusy={publish.isPending}
      isDisabled={!isReady}
      onSubmit={() => publish.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('release.askPublishHint')}</Text>
      {error && !timeProblem && (
        <Alert color="red" role="alert">
          {problems.length > 0 ? <ReleaseProblems problems={problems} /> : errorText(error, t)}
        </Alert>
      )}
      {isScheduling && (
        <ZonedTimeInput
          label={t('release.publishAt')}
          value={time}
          zone={zone}
          onChange={setTime}
          error={timeProblem && problemText(timeProblem, t)}
        />
      )}
      {isScheduling && <ZoneSelect zone={zone} onChange={setZone} />}
      {hasConflicts && (
        <Checkbox
          label={t('release.overwrite')}
          description={t('release.conflictsHint')}
          checked={isOverwriting}
          onChange={({ currentTarget }) => setOverwriting(currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}
