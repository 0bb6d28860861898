import { Alert, Button, Group, Text } from '@mantine/core'
import type { Schedule } from '@octavo/schema/admin/schedules.ts'
import { useSession } from '../../../api/session.tsx'
import list from '../../../components/plain-list.module.css'
import { useFormat } from '../../../i18n/format.ts'
import { errorText, problemTexts } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import classes from '../editor.module.css'
import { useSchedule } from '../schedule/use-schedule.ts'
import { useDraft } from '../use-draft.ts'

const noSchedules: Schedule[] = []

/** When the item is published and unpublished, and what failed. */
export function Schedules({ store }: { store: DraftStore }) {
  const t = useText()
  const { can } = useSession()
  const schedules = useDraft(store, ({ item }) => item?.schedules ?? noSchedules)
  const { schedule, cancel } = useSchedule(store)
  if (schedules.length === 0) return null
  const error = schedule.error ?? cancel.error
  return (
    <section className={classes.section} aria-label={t('schedule.section')}>
      <h2 className={classes.sectionTitle}>{t('schedule.section')}</h2>
      {error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {errorText(error, t)}
        </Text>
      )}
      <ul className={list.list}>
        {schedules.map((one) => (
          <li key={`${one.language} ${one.action}`}>
            <Entry
              schedule={one}
              isBusy={schedule.isPending || cancel.isPending}
              isReadOnly={!can('editor')}
              onCancel={() => cancel.mutate(one)}
              onRenew={() => schedule.mutate({ language: one.language, publishAt: one.at })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  schedule: Schedule
  isBusy: boolean
  isReadOnly: boolean
  onCancel: () => void
  onRenew: () => void
}

function Entry({ schedule, isBusy, isReadOnly, onCancel, onRenew }: EntryProps) {
  const t = useText()
  const format = useFormat()
  const isMany = useSession().schema.root.languages.length > 1
  const { action, at, failedAt, problems, isDraftNewer, isPublishedSince, by } = schedule
  const hasFailed = failedAt !== null
  return (
    <>
      <Text size="sm" fw={500}>
        {t(hasFailed ? `schedule.failed.${action}` : `schedule.${action}`)}
        {isMany && ` (${format.language(schedule.language)})`}
      </Text>
      <Text size="sm">{format.moment(at)}</Text>
      {by.name !== '' && (
        <Text size="xs" c="dimmed">
          {by.name}
        </Text>
      )}
      {hasFailed && (
        <Alert color="red" p="xs" my={6}>
          {problemTexts(problems, t)}
        </Alert>
      )}
      {!hasFailed && isDraftNewer && (
        <Alert color="yellow" p="xs" my={6}>
          <Text size="sm">{t('schedule.draftNewer')}</Text>
          {!isReadOnly && (
            <Button size="compact-sm" variant="default" mt={6} loading={isBusy} onClick={onRenew}>
              {t('schedule.renew')}
            </Button>
          )}
        </Alert>
      )}
      {!hasFailed && !isDraftNewer && isPublishedSince && (
        <Text size="xs" c="dimmed">
          {t('schedule.publishedSince')}
        </Text>
      )}
      {!isReadOnly && (
        <Group mt={4} ml={-8}>
          <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={onCancel}>
            {t(hasFailed ? 'schedule.dismiss' : 'schedule.cancel')}
          </Button>
        </Group>
      )}
    </>
  )
}
