import { hash } from 'node:crypto'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import { requireRoomIn } from '../access/quotas.ts'
import { doOnce, isRepeated, type Once } from '../content/once.ts'
import type { MediaRecord } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import { removeFileIfUnused } from './empty-media-trash.ts'
import { safeFilename, withoutFolders } from './filename.ts'
import { measureImage } from './measure-image.ts'
import {
  usualMediaLimits,
  type MediaContext,
  type ReceivingContext,
  type UploadContext,
} from './media-context.ts'
import { mediaChange } from './media-change.ts'
import { typeOf } from './media-type.ts'
import { requireRoom } from './room.ts'
import type { SpooledFile } from './spool.ts'

interface MediaDetails {
  rootId: number
  spaceId: number
  filename: string
  /** Alternative text by language id. */
  alts: ReadonlyMap<number, string>
  actor: string
  /** Where the id comes with the file, as in a demo. */
  id?: number
  /** The name of the request, where a repetition is to find what the first one made. */
  named?: { keyId: number; name: string; place: string }
  /** Whether the media quota applies to the sender. */
  isBound?: boolean
}

export interface NewMedia extends MediaDetails {
  bytes: Uint8Array
}

/** Stores a file that is in memory; what it is is told from its bytes. */
export async function addMedia(context: MediaContext, media: NewMedia): Promise<number> {
  const { bytes } = media
  const type = typeOf(bytes)
  const size = await measureImage(bytes, type, usualMediaLimits.pixels)
  const sha256 = await context.mediaStorage.add(bytes)
  const file = { type, bytes: bytes.length, ...size, sha256 }
  const keep = async (): Promise<void> => void (await context.mediaStorage.add(bytes))
  const { id } = await insert(context, media, file, keep)
  return id
}

export interface Upload extends MediaDetails {
  chunks: AsyncIterable<Uint8Array>
}

/** Stores a file that comes in pieces. Nothing of it stays if anything is wrong with it. */
export function addUpload(context: ReceivingContext, upload: Upload): Promise<MediaRecord> {
  const { spool, mediaLimits } = context
  const chunks = atMost(mediaLimits.uploadBytes, upload.chunks)
  return spool.receive(chunks, async (file) => {
    const { named } = upload
    await requireRoom(
      context,
      upload.rootId,
      file.bytes,
      async () => named !== undefined && isRepeated(context, named),
    )
    try {
      return await addSpooled(context, { ...upload, isBound: true }, file)
    } catch (error) {
      // Others have taken the room meanwhile, and the file is kept already.
      if (error instanceof Refusal) await removeFileIfUnused(context, file.sha256)
      throw error
    }
  })
}

/** Stores a file that was received. */
export async function addSpooled(
  context: UploadContext,
  details: MediaDetails,
  spooled: SpooledFile,
): Promise<MediaRecord> {
  const file = await factsOf(context, spooled)
  await context.mediaStorage.addFile(spooled)
  const keep = (): Promise<void> => context.mediaStorage.addFile(spooled)
  return insert(context, details, file, keep)
}

/** What is known of a file from its bytes. */
export type FileFacts = Pick<MediaRecord, 'type' | 'bytes' | 'width' | 'height' | 'sha256'>

export async function factsOf(
  { mediaLimits }: Pick<UploadContext, 'mediaLimits'>,
  { path, bytes, sha256, head }: SpooledFile,
): Promise<FileFacts> {
  if (bytes === 0) throw refusal(say('fileEmpty'))
  const type = typeOf(head)
  const size = await measureImage(path, type, mediaLimits.pixels)
  return { type, bytes, ...size, sha256 }
}

/**
 * The file is kept before its record: a stop in between leaves a file too many, never one too few.
 * Whoever removes files holds the same lock, so one that has gone meanwhile is kept again.
 */
function insert(
  context: MediaContext,
  details: MediaDetails,
  file: FileFacts,
  keep: () => Promise<void>,
): Promise<MediaRecord> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, details.rootId)
    await tx.media.lockFile(file.sha256)
    if ((await context.mediaStorage.sizeOf(file.sha256)) === undefined) await keep()
    const id = await doOnce(tx, onceOf(details, file), context, async () => {
      if (details.isBound) await requireRoomIn(tx, schema.root, { mediaBytes: file.bytes })
      const record = await newRecord(tx, details, file, context.now())
      const { actor } = details
      await tx.media.insert(record)
      const deed = { actor, action: 'create', at: record.createdAt } as const
      await tx.changes.append([mediaChange(schema, record.id, deed)])
      return record.id
    })
    const [record] = await tx.media.load([id])
    if (!record) throw new Refusal('notFound', 'what this request made is gone')
    return record
  })
}

async function newRecord(
  tx: WriteTransaction,
  { rootId, spaceId, filename, alts, id: given }: MediaDetails,
  file: FileFacts,
  createdAt: number,
): Promise<MediaRecord> {
  const id = given ?? (await tx.ids.allocate('media', 1))[0] ?? 0
  if (given !== undefined) await tx.ids.raise('media', given)
  return {
    id,
    rootId,
    spaceId,
    filename: safeFilename(withoutFolders(filename)),
    ...file,
    createdAt,
    archivedAt: null,
    deletedAt: null,
    alts: new Map(alts),
  }
}

/** What was sent is told by the bytes of the file and its name, however the form around it looked. */
function onceOf({ named, filename }: MediaDetails, { sha256 }: FileFacts): Once | undefined {
  if (!named) return undefined
  const { keyId, name, place } = named
  return { keyId, name, requestDigest: hash('sha256', JSON.stringify([place, filename, sha256])) }
}

export async function* atMost(
  limit: number,
  chunks: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limit) throw refusal(say('fileTooLarge', { max: limit }))
    yield chunk
  }
}

function refusal(what: Said): Refusal {
  return new Refusal('badRequest', [problemAt('file', what)])
}
