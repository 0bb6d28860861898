import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { Menu } from '@mantine/core'
import type { ScheduledItem } from '@octavo/schema/admin/schedules.ts'
import { IconEyeOff, IconWorldUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './calendar.module.css'

interface EntryProps {
  scheduled: ScheduledItem
  isReadOnly: boolean
  onMove: (scheduled: ScheduledItem) => void
  onCancel: (scheduled: ScheduledItem) => void
}

/** One schedule. It can be dragged to another day; its menu does the same without a pointer. */
export function Entry({ scheduled, isReadOnly, onMove, onCancel }: EntryProps) {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const { item, language, action, at } = scheduled
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id: `${item.id} ${language} ${action}`,
    data: scheduled,
    disabled: isReadOnly,
  })
  const title = item.title || t('common.untitled')
  const time = format.time(at)
  const Sign = action === 'publish' ? IconWorldUpload : IconEyeOff
  const isMany = schema.root.languages.length > 1
  const label = t('calendar.entry', { title, action: t(`schedule.${action}`), time })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform) }}
      data-dragging={isDragging}
      className={classes.item}
    >
      <Menu position="bottom-start" width={200}>
        <Menu.Target>
          <button
            type="button"
            className={classes.entry}
            data-action={action}
            title={label}
            {...listeners}
          >
            <Sign size={13} aria-hidden />
            <span className={classes.time}>{time}</span>
            <span className={classes.title}>{title}</span>
            <span className="visually-hidden">{t(`schedule.${action}`)}</span>
            {isMany && (
              <>
                <span className={classes.language} aria-hidden>
                  {language}
                </span>
                <span className="visually-hidden">{format.language(language)}</span>
              </>
            )}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={`/${root}/contents/${item.id}`}>
            {t('calendar.openItem')}
          </Menu.Item>
          {!isReadOnly && (
            <>
              <Menu.Item onClick={() => onMove(scheduled)}>{t('calendar.move')}</Menu.Item>
              <Menu.Item c="var(--mantine-color-error)" onClick={() => onCancel(scheduled)}>
                {t('schedule.cancel')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
