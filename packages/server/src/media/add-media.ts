import { Refusal } from '@octavo/schema/errors.ts'
import sharp from 'sharp'
import type { ContentContext } from '../content/context.ts'
import { isRaster, typeOf } from './media-type.ts'
import type { MediaStorage } from './storage.ts'

export interface MediaContext extends ContentContext {
  readonly mediaStorage: MediaStorage
}

export interface NewMedia {
  rootId: number
  spaceId: number
  filename: string
  bytes: Uint8Array
  /** Alternative text by language id. */
  alts: ReadonlyMap<number, string>
  actor: string
  /** Where the id comes with the file, as in a backup or a demo. */
  id?: number
}

/** Stores a file; what it is is told from its bytes. */
export async function addMedia(context: MediaContext, media: NewMedia): Promise<number> {
  const filename = safeFilename(media.filename)
  const type = typeOf(media.bytes)
  const size = isRaster(type) ? await sizeOf(media.bytes) : { width: null, height: null }
  const sha256 = await context.mediaStorage.add(media.bytes)
  return context.store.write(async (tx) => {
    await tx.roots.lock(media.rootId, 'shared')
    const id = media.id ?? (await tx.ids.allocate('media', 1))[0] ?? 0
    if (media.id !== undefined) await tx.ids.raise('media', media.id)
    const at = context.now()
    const { rootId, spaceId, actor } = media
    await tx.media.insert({
      id,
      rootId,
      spaceId,
      filename,
      type,
      bytes: media.bytes.length,
      ...size,
      sha256,
      createdAt: at,
      archivedAt: null,
      deletedAt: null,
      alts: new Map(media.alts),
    })
    await tx.changes.append([
      { at, rootId, kind: 'media', subjectId: id, modelId: null, actor, action: 'create', scopes: [] },
    ])
    return id
  })
}

async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await sharp(bytes).metadata()
    return autoOrient
  } catch {
    throw new Refusal('badRequest', [{ path: 'file', message: 'is not a readable image' }])
  }
}

const longestFilename = 200

/** A name that is safe in a URL, a header and a file system, as near to the given one as can be. */
export function safeFilename(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|%#&]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const characters = [...(name === '' ? 'file' : name)]
  if (characters.length <= longestFilename) return characters.join('')
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, longestFilename - ending.length).join('') + ending
}
