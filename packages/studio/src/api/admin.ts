import { createAdminClient } from '@octavo/client/admin/admin-client.ts'
import { AdminFailure } from '@octavo/client/admin/admin-failure.ts'
import { sendFile } from '@octavo/client/admin/send-file.ts'
import { adminHeader, adminPath, adminRoutes } from '@octavo/schema/admin-api.ts'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { parseJson } from './exact-json.ts'
import { takeFirstResponse } from './first-responses.ts'

export const admin = createAdminClient({
  routes: adminRoutes,
  path: adminPath,
  header: adminHeader,
  fetch(url, init) {
    const first = init.method === 'GET' ? takeFirstResponse(url) : undefined
    return first ? Promise.resolve(first) : fetch(url, init)
  },
  parse: parseJson,
})

interface Upload {
  root: string
  space: string
  folder?: string
  file: File
  /** Id of the media item whose file is replaced. */
  replaces?: number
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export function uploadFile({
  root,
  space,
  folder,
  file,
  replaces,
  ...options
}: Upload): Promise<MediaItem> {
  const name = replaces === undefined ? 'uploadMedia' : 'replaceMedia'
  const url =
    replaces === undefined
      ? admin.url('uploadMedia', { root }, { space, ...(folder !== undefined && { folder }) })
      : admin.url('replaceMedia', { root, id: replaces })
  const { method } = adminRoutes[name]
  return sendFile({ ...options, method, url, header: adminHeader, file, filename: file.name })
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof AdminFailure ? error.status : undefined
}

export { AdminFailure }
