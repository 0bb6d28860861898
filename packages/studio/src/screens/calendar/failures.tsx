import { Alert, Button } from '@mantine/core'
import type { ScheduledItem } from '@octavo/schema/admin/schedules.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import list from '../../components/plain-list.module.css'
import { useFormat } from '../../i18n/format.ts'
import { problemTexts } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'

interface FailuresProps {
  rows: readonly ScheduledItem[]
  onDismiss: (scheduled: ScheduledItem) => void
}

/** Schedules that failed, with the reasons. */
export function Failures({ rows, onDismiss }: FailuresProps) {
  const t = useText()
  const format = useFormat()
  const { root, can } = useSession()
  if (rows.length === 0) return null
  return (
    <Alert color="red" mx="lg" mb="md" title={t('calendar.failures')}>
      <ul className={list.list}>
        {rows.map((scheduled) => {
          const { item, language, action, at, problems } = scheduled
          return (
            <li key={`${item.id} ${language} ${action}`}>
              <Link
                to="/$root/contents/$id"
                params={{ root, id: String(item.id) }}
                style={{ color: 'inherit' }}
              >
                {item.title || t('common.untitled')}
              </Link>
              {` · ${t(`schedule.failed.${action}`)} (${format.language(language)}) · ${format.moment(at)} · `}
              {problemTexts(problems, t)}
              {can('editor') && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  ml="xs"
                  onClick={() => onDismiss(scheduled)}
                >
                  {t('schedule.dismiss')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
