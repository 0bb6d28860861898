import { Checkbox } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { useRef } from 'react'
import { MediaTile, Thumbnail } from '../../components/media-tile.tsx'
import grid from '../../components/media.module.css'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './media.module.css'

interface MediaRowsProps {
  rows: MediaItem[]
  isList: boolean
  openId: string | undefined
  onOpen: (id: string) => void
  chosen: ReadonlySet<number>
  /** Undefined if files cannot be selected. */
  onChoose?: (chosen: ReadonlySet<number>) => void
}

export function MediaRows({ rows, isList, openId, onOpen, chosen, onChoose }: MediaRowsProps) {
  const t = useText()
  const format = useFormat()
  const last = useRef(0)
  /** With Shift, selects the range from the previously selected file to this one. */
  const toggle = (id: number, isRange: boolean): void => {
    const ids = rows.map((row) => row.id)
    const [from = -1, to = -1] = [ids.indexOf(last.current), ids.indexOf(id)].toSorted(
      (a, b) => a - b,
    )
    const range = isRange && from >= 0 ? ids.slice(from, to + 1) : [id]
    const next = new Set(chosen)
    for (const one of range) {
      if (chosen.has(id)) next.delete(one)
      else next.add(one)
    }
    last.current = id
    onChoose?.(next)
  }
  const box = (item: MediaItem) => (
    <Checkbox
      size="xs"
      aria-label={t('media.chooseFile', { file: item.filename })}
      checked={chosen.has(item.id)}
      onChange={({ nativeEvent }) =>
        toggle(item.id, (nativeEvent as unknown as MouseEvent).shiftKey)
      }
    />
  )
  const areAllChosen = rows.every(({ id }) => chosen.has(id))
  if (!isList) {
    return (
      <ul className={grid.grid} data-choosing={chosen.size > 0}>
        {rows.map((item) => (
          <li key={item.id} className={grid.tileBox}>
            {onChoose && (
              <span className={grid.choose} data-chosen={chosen.has(item.id)}>
                {box(item)}
              </span>
            )}
            <MediaTile
              item={item}
              isChosen={String(item.id) === openId}
              onClick={() => onOpen(String(item.id))}
            />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <table className={classes.list}>
      <thead>
        <tr>
          {onChoose && (
            <th>
              <Checkbox
                size="xs"
                aria-label={t('list.choosePage')}
                checked={areAllChosen}
                indeterminate={!areAllChosen && chosen.size > 0}
                onChange={() =>
                  onChoose(areAllChosen ? new Set() : new Set(rows.map(({ id }) => id)))
                }
              />
            </th>
          )}
          <th className={classes.picture}>
            <span className="visually-hidden">{t('media.kind.image')}</span>
          </th>
          <th scope="col">{t('media.file')}</th>
          <th scope="col" className={classes.hidden}>
            {t('media.type')}
          </th>
          <th scope="col">{t('media.size')}</th>
          <th scope="col" className={classes.hidden}>
            {t('media.folder')}
          </th>
          <th scope="col" className={classes.hidden}>
            {t('list._created_at')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => (
          <tr key={item.id}>
            {onChoose && <td>{box(item)}</td>}
            <td>
              <Thumbnail item={item} size="row" />
            </td>
            <td>
              <button
                type="button"
                className={classes.open}
                onClick={() => onOpen(String(item.id))}
              >
                {item.filename}
              </button>
            </td>
            <td className={classes.hidden}>{item.type}</td>
            <td>{format.bytes(item.bytes)}</td>
            <td className={classes.hidden}>{item.folder}</td>
            <td className={classes.hidden}>{format.date(item.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
