import type { Connection } from '../dialect.ts'
import type { MediaTarget } from '../../reading.ts'
import type { MediaPreview, MediaRecord } from '../../records.ts'
import { sql } from '../sql.ts'

interface DetailRow extends Pick<MediaRecord, 'id' | 'width' | 'height' | 'bytes' | 'type'> {
  /** Null if there is no preview yet. */
  previewed: string | null
  placeholder: string | null
  thumbhash: string | null
  color: string | null
}

const noPreview: MediaPreview = { placeholder: null, thumbhash: null, color: null }

export async function addDetails(
  connection: Connection,
  media: Map<number, MediaTarget>,
): Promise<void> {
  if (media.size === 0) return
  const rows = await connection.all<DetailRow>(
    sql`select m.id, m.width, m.height, m.bytes, m.type, p.sha256 as previewed, p.placeholder,
        p.thumbhash, p.color
      from media m left join media_previews p on p.sha256 = m.sha256
      where ${connection.dialect.isOneOf('m.id', [...media.keys()])}`,
  )
  for (const row of rows) {
    const { id, width, height, bytes, type, previewed, placeholder, thumbhash, color } = row
    const target = media.get(id)
    const isImage = width !== null
    const stored = previewed === null ? undefined : { placeholder, thumbhash, color }
    const preview = isImage ? stored : noPreview
    if (target) target.details = { width, height, bytes, type, preview }
  }
}
