import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { IconFile, IconMusic, IconVideo } from '@tabler/icons-react'
import classes from './media.module.css'

interface MediaTileProps {
  item: Pick<MediaItem, 'url' | 'type' | 'filename'>
  isChosen?: boolean
  onClick: () => void
}

export function MediaTile({ item, isChosen, onClick }: MediaTileProps) {
  return (
    <button type="button" className={classes.tile} aria-pressed={isChosen} onClick={onClick}>
      <span className={classes.picture}>
        <Thumbnail item={item} width={320} />
      </span>
      <span className={classes.caption}>{item.filename}</span>
    </button>
  )
}

/** A small picture, made by the optimizer, or a sign of what kind of file it is. */
export function Thumbnail({
  item,
  width,
}: {
  item: Pick<MediaItem, 'url' | 'type'>
  width: number
}) {
  if (item.type.startsWith('image/')) {
    const source =
      item.type === 'image/svg+xml' ? item.url : `${item.url}?width=${width}&fit=bounds&format=webp`
    return <img src={source} alt="" loading="lazy" />
  }
  if (item.type.startsWith('video/')) return <IconVideo size={32} stroke={1.2} aria-hidden />
  if (item.type.startsWith('audio/')) return <IconMusic size={32} stroke={1.2} aria-hidden />
  return <IconFile size={32} stroke={1.2} aria-hidden />
}
