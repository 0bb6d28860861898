import type { MediaItem } from '@octavo/schema/admin/media.ts'
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
}

export function MediaRows({ rows, isList, openId, onOpen }: MediaRowsProps) {
  const t = useText()
  const format = useFormat()
  if (!isList) {
    return (
      <ul className={grid.grid}>
        {rows.map((item) => (
          <li key={item.id}>
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
          <th>
            <span className="visually-hidden">{t('media.kind.image')}</span>
          </th>
          <th scope="col">{t('media.file')}</th>
          <th scope="col" className={classes.hidden}>
            {t('media.type')}
          </th>
          <th scope="col">{t('media.size')}</th>
          <th scope="col" className={classes.hidden}>
            {t('list._created_at')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => (
          <tr key={item.id}>
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
            <td className={classes.hidden}>{format.date(item.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
