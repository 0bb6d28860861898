import { hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createScheduler } from '../../scheduling/scheduler.ts'
import {
  fileNamePattern,
  MissingFile,
  type ByteRange,
  type LocalFile,
  type MediaStorage,
} from '../storage.ts'
import { elementIn, elementsIn, s3Client, S3Error, type S3Deps, type S3Settings } from './client.ts'

/** Larger files are uploaded in parts of this size. S3 requires at least 5 MiB. */
const partSize = 8 * 1024 * 1024
/** Bounds memory: each part is in memory while it is sent. */
const partsAtOnce = 4
/** No upload takes this long. Older ones were abandoned. */
const longestUpload = 24 * 60 * 60 * 1000

/** Stores files as objects in a bucket of any S3-compatible service. */
export function s3Storage(settings: S3Settings, deps: S3Deps): MediaStorage {
  const client = s3Client(settings, deps)
  const sending = createScheduler({ running: { total: partsAtOnce } })
  const nameOf = (sha256: string): string => settings.prefix + sha256

  const put = (sha256: string, body: Uint8Array<ArrayBuffer>): Promise<unknown> =>
    client.call({ method: 'PUT', object: nameOf(sha256), body })

  async function sizeOf(sha256: string): Promise<number | undefined> {
    const { status, headers } = await client.call({
      method: 'HEAD',
      object: nameOf(sha256),
      accepts: [404],
    })
    return status === 404 ? undefined : Number(headers.get('content-length'))
  }

  async function addInParts({ sha256, bytes }: LocalFile, file: FileHandle): Promise<void> {
    const object = nameOf(sha256)
    const begun = await client.call({ method: 'POST', object, query: { uploads: '' } })
    const uploadId = elementIn(begun.text, 'UploadId')
    if (!uploadId) throw new Error('the S3 storage started an upload without an UploadId')
    try {
      const tags: string[] = []
      for (let start = 0; start < bytes; start += partSize) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const response = await sending.run({ group: sha256 }, async () => {
          const body = await readPart(file, start, Math.min(partSize, bytes - start))
          return client.call({ method: 'PUT', object, query, body })
        })
        tags.push(response.headers.get('etag') ?? '')
      }
      const body = Buffer.from(completion(tags))
      const { text } = await client.call({ method: 'POST', object, query: { uploadId }, body })
      // This call may return an error with status 200.
      if (text.includes('<Error>')) throw new S3Error(500, elementIn(text, 'Message') ?? text)
    } catch (error) {
      // If this fails too, `unfinished` lists the upload later.
      await client.call({ method: 'DELETE', object, query: { uploadId } }).catch(() => {})
      // The upload may be complete although its response was lost.
      if ((await sizeOf(sha256).catch(() => undefined)) === undefined) throw error
    }
  }

  /** Yields the pages of a listing. */
  async function* pages(query: Record<string, string>, next: readonly [string, string][]) {
    for (let more: Record<string, string> | undefined = {}; more;) {
      const call = { method: 'GET', query: { ...query, ...more }, accepts: [501] } as const
      const { status, text: xml } = await client.call(call)
      // Some services do not support listing uploads.
      if (status === 501) return
      yield xml
      const marks = next.map(([name, element]) => [name, elementIn(xml, element) ?? ''] as const)
      more = elementIn(xml, 'IsTruncated') === 'true' ? Object.fromEntries(marks) : undefined
    }
  }

  return {
    sizeOf,
    async add(bytes) {
      const sha256 = hash('sha256', bytes)
      if ((await sizeOf(sha256)) === undefined) await put(sha256, new Uint8Array(bytes))
      return sha256
    },
    async addFile(file) {
      if ((await sizeOf(file.sha256)) !== undefined) return
      const handle = await open(file.path)
      try {
        if (file.bytes > partSize) await addInParts(file, handle)
        else {
          await sending.run({ group: file.sha256 }, async () =>
            put(file.sha256, await readPart(handle, 0, file.bytes)),
          )
        }
      } finally {
        await handle.close()
      }
    },
    async read(sha256, range) {
      const response = await client.open({
        method: 'GET',
        object: nameOf(sha256),
        ...(range && { headers: { range: `bytes=${range.start}-${range.end}` } }),
        accepts: [404],
      })
      if (response.status === 404 || !response.body) throw new MissingFile(sha256)
      const body = Readable.fromWeb(response.body)
      return range ? partOf(body, response.headers.get('content-range'), range) : body
    },
    async remove(sha256) {
      await client.call({ method: 'DELETE', object: nameOf(sha256), accepts: [404] })
    },
    async *list() {
      const query = { 'list-type': '2', prefix: settings.prefix }
      for await (const xml of pages(query, [['continuation-token', 'NextContinuationToken']])) {
        for (const contents of elementsIn(xml, 'Contents')) {
          const name = elementIn(contents, 'Key')?.slice(settings.prefix.length) ?? ''
          if (fileNamePattern.test(name)) yield name
        }
      }
    },
    async *unfinished() {
      const next: [string, string][] = [
        ['key-marker', 'NextKeyMarker'],
        ['upload-id-marker', 'NextUploadIdMarker'],
      ]
      for await (const xml of pages({ uploads: '', prefix: settings.prefix }, next)) {
        for (const upload of elementsIn(xml, 'Upload')) {
          const begun = Date.parse(elementIn(upload, 'Initiated') ?? '')
          const object = elementIn(upload, 'Key') ?? ''
          const uploadId = elementIn(upload, 'UploadId') ?? ''
          if (!(deps.now() - begun > longestUpload)) continue
          // Without a prefix, the bucket may contain uploads of other applications.
          if (!fileNamePattern.test(object.slice(settings.prefix.length))) continue
          const remove = async (): Promise<void> => {
            await client.call({ method: 'DELETE', object, query: { uploadId }, accepts: [404] })
          }
          yield { name: object, remove }
        }
      }
    },
  }
}

/** Services without full support for ranges return more than requested. */
function partOf(body: Readable, sent: string | null, { start, end }: ByteRange): Readable {
  const [, first = '0', last] = /^bytes (\d+)-(\d+)\//.exec(sent ?? '') ?? []
  if (Number(first) === start && Number(last) === end) return body
  return Readable.from(cut(body, start - Number(first), end - start + 1), { objectMode: false })
}

async function* cut(body: AsyncIterable<Buffer>, skip: number, length: number) {
  let left = length
  for await (const chunk of body) {
    const rest = chunk.subarray(skip)
    skip = Math.max(0, skip - chunk.length)
    yield rest.subarray(0, left)
    left -= rest.length
    if (left <= 0) return
  }
}

async function readPart(
  file: FileHandle,
  start: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(part, done, length - done, start + done)
    if (bytesRead === 0) throw new Error('the file was truncated while it was read')
    done += bytesRead
  }
  return part
}

function completion(tags: readonly string[]): string {
  const parts = tags.map((tag, index) => {
    const escaped = tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped}</ETag></Part>`
  })
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}
