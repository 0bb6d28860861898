/**
 * Lists and aborts multipart uploads, the two S3 calls that the package does not support, on the files of
 * the package. The package checks the signature before it rejects them.
 */
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type S3rver from '@20minutes/s3rver'

/** Small, so that few uploads need several pages. */
const pageSize = 2

export function supportUploads(server: S3rver): void {
  server.middleware.splice(-1, 0, async (context, next) => {
    const { method, path, query } = context
    try {
      await next()
    } catch (error) {
      const [, bucket = '', key] = /^\/([^/]+)(?:\/(.+))?$/.exec(decodeURIComponent(path)) ?? []
      const folder = server.store.getResourcePath(bucket, undefined, 'uploads')
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (method === 'GET' && 'uploads' in query && code === 'NotImplemented') {
        context.status = 200
        context.body = await listed(folder, query)
      } else if (method === 'DELETE' && 'uploadId' in query && code === 'MethodNotAllowed') {
        context.status = (await aborted(folder, query['uploadId'] ?? '', key)) ? 204 : 404
      } else throw error
    }
  })
}

async function aborted(folder: string, id: string, key: string | undefined): Promise<boolean> {
  const upload = (await uploadsIn(folder)).find((one) => one.UploadId === id && one.Key === key)
  if (!upload) return false
  await rm(join(folder, id), { recursive: true })
  return true
}

/** Sorted by key and id, after the markers. */
async function listed(folder: string, query: Readonly<Record<string, string | undefined>>) {
  const { prefix = '', 'key-marker': afterKey = '', 'upload-id-marker': afterId = '' } = query
  const all = (await uploadsIn(folder)).filter(
    ({ Key, UploadId }) =>
      Key.startsWith(prefix) && (Key > afterKey || (Key === afterKey && UploadId > afterId)),
  )
  const page = all.slice(0, pageSize)
  const last = page.at(-1)
  return {
    ListMultipartUploadsResult: {
      ...(last && { NextKeyMarker: last.Key, NextUploadIdMarker: last.UploadId }),
      MaxUploads: pageSize,
      IsTruncated: all.length > page.length,
      Upload: page,
    },
  }
}

interface Upload {
  readonly Key: string
  readonly UploadId: string
  readonly Initiated: string
}

async function uploadsIn(folder: string): Promise<Upload[]> {
  const ids = await readdir(folder).catch(() => [])
  const uploads = await Promise.all(
    ids.map(async (id) => ({
      Key: await readFile(join(folder, id, 'key'), 'utf8'),
      UploadId: id,
      Initiated: (await stat(join(folder, id, 'key'))).mtime.toISOString(),
    })),
  )
  return uploads.toSorted((a, b) => (a.Key + a.UploadId < b.Key + b.UploadId ? -1 : 1))
}
