import { Checkbox } from '@mantine/core'
import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import { studioImages } from '@octavo/schema/images.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useCallback, useEffect, useRef, type CSSProperties } from 'react'
import { useSession } from '../../api/session.tsx'
import { FoundIn } from '../../components/found-in.tsx'
import { LanguageBadges } from '../../components/language-badges.tsx'
import { iconOf } from '../../components/model-icon.tsx'
import { ReviewBadge } from '../../components/review-badge.tsx'
import { RowCheckbox } from '../../components/row-checkbox.tsx'
import { ScheduleBadge } from '../../components/schedule-badge.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { Cell } from './cell.tsx'
import { columnWidths, nameWidth } from './column-widths.ts'
import classes from './contents.module.css'
import type { ListField } from './list-fields.ts'
import { inactiveState } from './list-search.ts'
import type { useList } from './use-list.ts'

interface ListTableProps {
  view: ReturnType<typeof useList>
  rows: ContentRow[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}

/** Those of the checkbox, the status and the time, as in the CSS. */
const systemWidths = 40 + 128 + 112

export function ListTable({ view, rows, chosen, onChoose }: ListTableProps) {
  const { search, change, columns, order } = view
  const t = useText()
  const { can, schema } = useSession()
  const isMany = schema.root.languages.length > 1
  const isMixed = search.model === undefined
  const latest = useRef({ chosen, onChoose, rows, last: 0 })
  latest.current = { ...latest.current, chosen, onChoose, rows }
  /** With Shift, selects the range from the previously selected row to this one. */
  const toggle = useCallback((id: number, isRange: boolean) => {
    const { chosen: old, rows: shown, last, onChoose: choose } = latest.current
    const next = new Set(old)
    const ids = shown.map((row) => row.id)
    const [from, to] = [ids.indexOf(last), ids.indexOf(id)].toSorted((a, b) => a - b) as [
      number,
      number,
    ]
    const range = isRange && from >= 0 ? ids.slice(from, to + 1) : [id]
    for (const one of range) {
      if (old.has(id)) next.delete(one)
      else next.add(one)
    }
    latest.current.last = id
    choose(next)
  }, [])
  const all = useRef<HTMLInputElement>(null)
  const hasChosen = chosen.size > 0
  useEffect(() => {
    if (!hasChosen) return undefined
    return () => {
      // The bar that had the focus is gone.
      if (document.activeElement === document.body) all.current?.focus({ preventScroll: true })
    }
  }, [hasChosen])
  const isAllChosen = rows.every(({ id }) => chosen.has(id))
  const state = inactiveState(search)
  const modelWidth = nameWidth([t('list.model'), ...schema.root.models.map(({ name }) => name)])
  const languagesWidth = Math.max(88, 16 + schema.root.languages.length * 32)
  const fixed = systemWidths + (isMany ? languagesWidth : 0) + (isMixed ? modelWidth : 0)
  const { widths, least } = columnWidths(columns, fixed)
  const head = (path: string, label: string, className?: string) => (
    <th
      key={path}
      scope="col"
      className={className}
      style={{ width: widths.get(path) }}
      aria-sort={sortOf(order, path)}
    >
      <SortButton
        path={path}
        label={label}
        order={order}
        isDisabled={state !== undefined && path === '_status'}
        onSort={(next) => change({ order: next })}
      />
    </th>
  )
  return (
    <div className={classes.tableBox}>
      <table
        className={classes.table}
        style={{ '--least': `${least}px` } as CSSProperties}
        aria-busy={view.list.isPlaceholderData}
      >
        <thead>
          <tr>
            {can('writer') && (
              <th className={classes.check}>
                <Checkbox
                  ref={all}
                  size="xs"
                  aria-label={t('list.choosePage')}
                  checked={isAllChosen}
                  indeterminate={!isAllChosen && rows.some(({ id }) => chosen.has(id))}
                  onChange={() =>
                    onChoose(isAllChosen ? new Set() : new Set(rows.map(({ id }) => id)))
                  }
                />
              </th>
            )}
            {head('_title', t('list.title'), classes.titleColumn)}
            {head('_status', t('list.status'), classes.statusColumn)}
            {isMany && (
              <th scope="col" style={{ width: languagesWidth }}>
                {t('list.languages')}
              </th>
            )}
            {isMixed && (
              <th scope="col" style={{ width: modelWidth }}>
                {t('list.model')}
              </th>
            )}
            {columns.map((column) =>
              column.isSortable ? (
                head(column.path, column.label)
              ) : (
                <th key={column.path} scope="col" style={{ width: widths.get(column.path) }}>
                  {column.label}
                </th>
              ),
            )}
            {state === undefined
              ? head('_updated_at', t('list._updated_at'), classes.timeColumn)
              : head('_away_at', t(`list.${state}At`), classes.timeColumn)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              columns={columns}
              picture={view.pictures.get(row.model)}
              isMixed={isMixed}
              isChosen={chosen.has(row.id)}
              isChoosable={can('writer')}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  row: ContentRow
  columns: ListField[]
  /** LUID of the field that pictures the row. */
  picture: string | undefined
  isMixed: boolean
  isChosen: boolean
  isChoosable: boolean
  onToggle: (id: number, isRange: boolean) => void
}

const Row = memo(function Row({
  row,
  columns,
  picture,
  isMixed,
  isChosen,
  isChoosable,
  onToggle,
}: RowProps) {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const isMany = schema.root.languages.length > 1
  const title = row.title || t('common.untitled')
  const status = statusOfRow(row)
  const time = row.deletedAt ?? row.archivedAt ?? row.updatedAt
  const model = schema.modelByLuid.get(row.model)?.name ?? row.model
  const ModelIcon = iconOf(schema.modelByLuid.get(row.model)?.icon)
  return (
    <tr data-chosen={isChosen}>
      {isChoosable && (
        <td className={classes.checkCell}>
          <RowCheckbox
            aria-label={t('list.choose', { title })}
            checked={isChosen}
            onChange={({ nativeEvent }) =>
              onToggle(row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </td>
      )}
      <td
        title={title}
        className={`${classes.titleCell} ${picture === undefined ? '' : classes.pictured}`}
      >
        {picture !== undefined && <Picture value={row.cells[picture]} />}
        <span className={classes.titleLine}>
          <Link
            to="/$root/contents/$id"
            params={{ root, id: String(row.id) }}
            className={classes.titleLink}
            lang={row.language}
          >
            {title}
          </Link>
          <FoundIn row={row} />
        </span>
        <span className={classes.meta}>
          <StatusBadge status={status} />
          <ScheduleBadge schedules={row.schedules} />
          <ReviewBadge by={row.reviewBy} />
          {isMixed && <span>{model}</span>}
          <LanguageBadges languages={row.languages} />
          <span>{format.ago(time)}</span>
        </span>
      </td>
      <td>
        <span className={classes.status}>
          <StatusBadge status={status} />
          <ScheduleBadge schedules={row.schedules} isShort />
          <ReviewBadge by={row.reviewBy} />
        </span>
      </td>
      {isMany && (
        <td>
          <LanguageBadges languages={row.languages} />
        </td>
      )}
      {isMixed && (
        <td title={model}>
          <span className={classes.modelName}>
            <ModelIcon size={15} stroke={1.6} aria-hidden />
            {model}
          </span>
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.path} column={column} value={cellValue(row, column.path)} />
      ))}
      <td title={format.dateTime(time)}>{format.ago(time)}</td>
    </tr>
  )
})

/** Decorative: the title beside it names the row. */
function Picture({ value }: { value: unknown }) {
  const media = value as { url: string } | null | undefined
  if (!media) return <span className={classes.thumb} data-empty />
  return (
    <img
      className={classes.thumb}
      src={`${media.url}?${studioImages.cell}`}
      alt=""
      loading="lazy"
    />
  )
}

function statusOfRow(row: ContentRow) {
  if (row.deletedAt !== null) return 'trash'
  if (row.archivedAt !== null) return 'archived'
  return row.status ?? 'none'
}

function cellValue(row: ContentRow, path: string): unknown {
  switch (path) {
    case '_created_at':
      return row.createdAt
    case '_published_at':
      return row.publishedAt
    case '_last_published_at':
      return row.lastPublishedAt
    default:
      return row.cells[path]
  }
}

function sortOf(order: string, path: string): 'ascending' | 'descending' | 'none' {
  const [first] = order.split(',')
  if (first === path) return 'ascending'
  return first === `-${path}` ? 'descending' : 'none'
}

interface SortButtonProps {
  path: string
  label: string
  order: string
  isDisabled: boolean
  onSort: (order: string) => void
}

function SortButton({ path, label, order, isDisabled, onSort }: SortButtonProps) {
  const sorted = sortOf(order, path)
  if (isDisabled) return label
  const isTime = path.endsWith('_at')
  const first = isTime ? `-${path}` : path
  const other = sorted === 'ascending' ? `-${path}` : path
  const next = sorted === 'none' ? first : other
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(next)}>
      {label}
      {sorted === 'ascending' && <IconArrowUp size={13} aria-hidden />}
      {sorted === 'descending' && <IconArrowDown size={13} aria-hidden />}
    </button>
  )
}
