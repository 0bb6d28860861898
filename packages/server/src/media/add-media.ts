import { hash } from 'node:crypto'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { requireRoomIn } from '../access/quotas.ts'
import { runIdempotent, isRepeated, type Idempotency } from '../content/idempotency.ts'
import type { MediaPreview, MediaRecord } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import { removeFileIfUnused } from './empty-media-trash.ts'
import { safeFilename, withoutFolders } from './filename.ts'
import { asSpaceStores } from './location/remove-location.ts'
import { measureImage } from './measure-image.ts'
import {
  defaultMediaLimits,
  type MediaContext,
  type ReceivingContext,
  type UploadContext,
} from './media-context.ts'
import { logMediaChanges } from './media-change.ts'
import { createPreview } from './preview.ts'
import { typeOf } from './media-type.ts'
import { checkMediaQuota } from './check-media-quota.ts'
import type { SpooledFile } from './spool.ts'

interface MediaDetails {
  rootId: number
  spaceId: number
  filename: string
  /** Alternative text by language id. */
  alts: ReadonlyMap<number, string>
  folder?: string
  tags?: readonly string[]
  actor: string
  /** A fixed id, as the demo has. */
  id?: number
  /** The idempotency key: a repeated request returns the record that the first one created. */
  named?: { keyId: number; name: string; place: string }
  /** Whether the media quota applies to the sender. */
  isBound?: boolean
}

export interface NewMedia extends MediaDetails {
  bytes: Uint8Array
}

/** Stores a file from memory. Its type is detected from its bytes. */
export async function addMedia(context: MediaContext, media: NewMedia): Promise<number> {
  const { bytes } = media
  const type = typeOf(bytes)
  const { pixels } = defaultMediaLimits
  const size = await measureImage(bytes, type, pixels)
  const sha256 = await context.mediaStorage.add(bytes)
  const facts = { type, bytes: bytes.length, ...size, sha256 }
  const file = {
    facts,
    preview: size.width === null ? undefined : await createPreview(bytes, pixels),
  }
  const store = async (): Promise<void> => void (await context.mediaStorage.add(bytes))
  const { id } = await insert(context, media, file, store)
  return id
}

export interface Upload extends MediaDetails {
  chunks: AsyncIterable<Uint8Array>
}

/** Stores a file from a stream. If it is rejected, nothing of it stays. */
export function addUpload(context: ReceivingContext, upload: Upload): Promise<MediaRecord> {
  const { spool, mediaLimits } = context
  const chunks = atMost(mediaLimits.uploadBytes, upload.chunks)
  return spool.receive(chunks, async (received) => {
    const file = await asSpaceStores(context, upload.rootId, received)
    const { named } = upload
    await checkMediaQuota(
      context,
      upload.rootId,
      file.bytes,
      async () => named !== undefined && isRepeated(context, named),
    )
    try {
      return await addSpooled(context, { ...upload, isBound: true }, file)
    } catch (error) {
      // The file is stored already, but another upload has used up the quota in the meantime.
      if (error instanceof Refusal) await removeFileIfUnused(context, file.sha256)
      throw error
    }
  })
}

/** Stores a file from the spool. */
export async function addSpooled(
  context: UploadContext,
  details: MediaDetails,
  spooled: SpooledFile,
): Promise<MediaRecord> {
  const file = await checkFile(context, spooled)
  await context.mediaStorage.addFile(spooled)
  const store = (): Promise<void> => context.mediaStorage.addFile(spooled)
  return insert(context, details, file, store)
}

/** Properties that are derived from the bytes of a file. */
export type FileFacts = Pick<MediaRecord, 'type' | 'bytes' | 'width' | 'height' | 'sha256'>

export interface CheckedFile {
  readonly facts: FileFacts
  /** Undefined if it is not an image. If creating it fails, the upkeep tries again. */
  readonly preview: MediaPreview | undefined
}

export async function checkFile(
  { mediaLimits }: Pick<UploadContext, 'mediaLimits'>,
  { path, bytes, sha256, head }: SpooledFile,
): Promise<CheckedFile> {
  if (bytes === 0) throw refusal(say('fileEmpty'))
  const type = typeOf(head)
  const size = await measureImage(path, type, mediaLimits.pixels)
  const preview = size.width === null ? undefined : await createPreview(path, mediaLimits.pixels)
  return { facts: { type, bytes, ...size, sha256 }, preview }
}

/**
 * The file is stored before its record, so a crash in between leaves an unused file, never a record
 * without a file. Removals hold the same lock: a file that was removed in the meantime is stored again.
 */
function insert(
  context: MediaContext,
  details: MediaDetails,
  { facts: file, preview }: CheckedFile,
  storeFile: () => Promise<void>,
): Promise<MediaRecord> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, details.rootId)
    await tx.media.lockFile(file.sha256)
    if ((await context.mediaStorage.sizeOf(file.sha256)) === undefined) await storeFile()
    const id = await runIdempotent(tx, idempotencyOf(details, file), context, async () => {
      if (details.isBound) await requireRoomIn(tx, schema.root, { mediaBytes: file.bytes })
      const record = await newRecord(tx, details, file, context.now())
      const { actor } = details
      await tx.media.insert(record)
      if (preview) await tx.media.savePreview(file.sha256, preview)
      const entry = { actor, action: 'create', at: record.createdAt } as const
      await logMediaChanges(tx, schema, [{ before: undefined, after: record }], entry)
      return record.id
    })
    const [record] = await tx.media.load([id])
    if (!record)
      throw new Refusal('notFound', 'the media item that this request created was deleted')
    return record
  })
}

async function newRecord(
  tx: WriteTransaction,
  { rootId, spaceId, filename, alts, folder = '', tags = [], id: given }: MediaDetails,
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
    folder,
    focus: null,
    createdAt,
    archivedAt: null,
    deletedAt: null,
    alts: new Map(alts),
    tags: [...new Set(tags)].toSorted(),
  }
}

/** The digest covers the bytes and the name of the file, not the form around it. */
function idempotencyOf(
  { named, filename }: MediaDetails,
  { sha256 }: FileFacts,
): Idempotency | undefined {
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

function refusal(what: CodedMessage): Refusal {
  return new Refusal('badRequest', [problemAt('file', what)])
}
