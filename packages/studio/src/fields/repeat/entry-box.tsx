import { useSortable } from '@dnd-kit/sortable'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconTrash,
} from '@tabler/icons-react'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import { DragHandle, dragStyle } from '../../components/drag-list.tsx'
import { useText } from '../../i18n/text.tsx'
import { Thumbnail } from '../../components/media-tile.tsx'
import { useProblemsBelow, useWarningsBelow } from '../editing.ts'
import { Fields } from '../fields.tsx'
import classes from '../fields.module.css'
import type { Entry } from './entries.ts'
import type { EntryKind } from './entry-kind.ts'
import { useEntrySummary } from './entry-summary.ts'

interface EntryBoxProps {
  id: string
  name: string
  index: number
  entry: Entry
  kind: EntryKind | undefined
  path: string
  language: string
  isOpen: boolean
  isReadOnly: boolean
  onToggle: (key: string, isOpen: boolean) => void
  onChange: (key: string, entry: Entry) => void
  onRemove: (key: string) => void
  onDuplicate: (key: string) => void
}

export const EntryBox = memo(function EntryBox(props: EntryBoxProps) {
  const { id, name, index, entry, kind, path, language, isReadOnly, onToggle } = props
  const t = useText()
  const draggable = useSortable({ id, disabled: isReadOnly })
  const wrong = useProblemsBelow(path)
  const warnings = useWarningsBelow(path)
  const isWrong = wrong > 0
  const isOpen = props.isOpen || isWrong
  // An entry that a problem opened stays open when the problem is solved, because the user types in it.
  useLayoutEffect(() => {
    if (isWrong) onToggle(id, true)
  }, [isWrong, onToggle, id])
  const number = t('item.entry', { name, number: index + 1 })
  return (
    <li ref={draggable.setNodeRef} className={classes.entry} style={dragStyle(draggable)}>
      <div className={classes.entryHead}>
        {!isReadOnly && <DragHandle draggable={draggable} entry={number} />}
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          onClick={() => onToggle(id, !isOpen)}
        >
          {isOpen ? (
            <IconChevronDown size={15} aria-hidden />
          ) : (
            <IconChevronRight size={15} aria-hidden />
          )}
          <span className={classes.entryNumber} aria-hidden>
            {index + 1}
          </span>
          <span className="visually-hidden">{number}</span>
          {kind?.name !== '' && <span className={classes.setName}>{kind?.name}</span>}
          {!isOpen && <Summary entry={entry} kind={kind} />}
          {!isOpen && warnings > 0 && (
            <span className={classes.entryWarning}>
              <IconAlertTriangle size={14} aria-hidden />
              <span className="visually-hidden">{t('item.warning')}</span>
            </span>
          )}
          {isWrong && <span className={classes.wrong}>{t('item.problems', { count: wrong })}</span>}
        </button>
        {!isReadOnly && (
          <Menu>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('item.entryActions', { entry: number })}
              >
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconCopy size={15} aria-hidden />}
                onClick={() => props.onDuplicate(id)}
              >
                {t('action.duplicate')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={15} aria-hidden />}
                onClick={() => props.onRemove(id)}
              >
                {t('action.remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {isOpen && kind && (
        <EntryBody
          id={id}
          entry={entry}
          kind={kind}
          path={path}
          language={language}
          onChange={props.onChange}
        />
      )}
    </li>
  )
})

interface EntryBodyProps extends Pick<
  EntryBoxProps,
  'id' | 'entry' | 'path' | 'language' | 'onChange'
> {
  kind: EntryKind
}

function EntryBody({ id, entry, kind, path, language, onChange }: EntryBodyProps) {
  const latest = useRef(entry)
  latest.current = entry
  const change = useCallback(
    (values: Record<string, unknown>) => onChange(id, kind.withValues(latest.current, values)),
    [onChange, id, kind],
  )
  return (
    <div className={classes.entryBody}>
      <Fields
        fields={kind.fields}
        groups={kind.groups}
        values={kind.values(entry)}
        onChange={change}
        path={path + kind.path}
        language={language}
      />
    </div>
  )
}

function Summary({ entry, kind }: Pick<EntryBoxProps, 'entry' | 'kind'>) {
  const { title, detail, picture } = useEntrySummary(entry, kind)
  return (
    <>
      {picture && (
        <span className={classes.entryPicture}>
          <Thumbnail item={picture} size="cell" />
        </span>
      )}
      <span className={classes.summary}>
        {title}
        {detail !== '' && <span className={classes.detail}> {detail}</span>}
      </span>
    </>
  )
}
