import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { isShownAsImage, studioImages } from '@octavo/schema/images.ts'
import { IconFile, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react'
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
        <Thumbnail item={item} size="tile" />
      </span>
      <span className={classes.caption}>{item.filename}</span>
    </button>
  )
}

/** A small image from the optimizer, or an icon for the type of the file. */
export function Thumbnail({
  item,
  size,
}: {
  item: Pick<MediaItem, 'url' | 'type'>
  size: keyof typeof studioImages
}) {
  if (isShownAsImage(item.type)) {
    const source = item.type === 'image/svg+xml' ? item.url : `${item.url}?${studioImages[size]}`
    return <img src={source} alt="" loading="lazy" />
  }
  if (item.type.startsWith('image/')) return <IconPhoto size={32} stroke={1.2} aria-hidden />
  if (item.type.startsWith('video/')) return <IconVideo size={32} stroke={1.2} aria-hidden />
  if (item.type.startsWith('audio/')) return <IconMusic size={32} stroke={1.2} aria-hidden />
  return <IconFile size={32} stroke={1.2} aria-hidden />
}
