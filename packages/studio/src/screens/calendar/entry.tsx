import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { Menu } from '@mantine/core'
import { IconEyeOff, IconPackage, IconWorldUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './calendar.module.css'
import type { CalendarEntry } from './use-schedules.ts'

interface EntryProps {
  entry: CalendarEntry
  isReadOnly: boolean
  onMove: (entry: CalendarEntry) => void
  onCancel: (entry: CalendarEntry) => void
}

const signs = { publish: IconWorldUpload, unpublish: IconEyeOff, release: IconPackage }

/** A schedule or a release. It can be dragged to another day; its menu does the same without a pointer. */
export function Entry({ entry, isReadOnly, onMove, onCancel }: EntryProps) {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const { language, action, at } = entry
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id: entry.key,
    data: entry,
    disabled: isReadOnly,
  })
  const title = entry.title || t('common.untitled')
  const does = t(action === 'release' ? 'release.release' : `schedule.${action}`)
  const time = format.time(at)
  const Sign = signs[action]
  const isMany = schema.root.languages.length > 1
  const label = t('calendar.entry', { title, action: does, time })
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
            <span className="visually-hidden">{does}</span>
            {isMany && language !== null && (
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
          <Menu.Label className={classes.fullTitle}>{title}</Menu.Label>
          <Menu.Item component={Link} to={`/${root}/${entry.place}`}>
            {t(action === 'release' ? 'calendar.openRelease' : 'calendar.openItem')}
          </Menu.Item>
          {!isReadOnly && (
            <>
              <Menu.Item onClick={() => onMove(entry)}>{t('calendar.move')}</Menu.Item>
              <Menu.Item c="var(--mantine-color-error)" onClick={() => onCancel(entry)}>
                {t('schedule.cancel')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
