import { createAdminClient, type AdminCallOptions } from '@octavo/client/admin/admin-client.ts'
import { AdminFailure } from '@octavo/client/admin/admin-failure.ts'
import { sendFile } from '@octavo/client/admin/send-file.ts'
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import {
  adminHeader,
  adminPath,
  adminRoutes,
  type AdminRouteName,
} from '@octavo/schema/admin-api.ts'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { parseJson } from './exact-json.ts'
import { firstBody, takeFirstBody, takeFirstResponse } from './first-responses.ts'

export const admin = createAdminClient({
  routes: adminRoutes,
  path: adminPath,
  header: adminHeader,
  fetch(url, init) {
    const first = init.method === 'GET' ? takeFirstResponse(url) : undefined
    return first ?? fetch(url, init)
  },
  parse: parseJson,
})

type Reply<Name extends AdminRouteName> = AdminCalls[Name]['reply'] | undefined

/** The first response to a call, once, if it has arrived: a page with it needs no second rendering. */
export function takeReply<Name extends AdminRouteName>(
  name: Name,
  { params, query }: Pick<AdminCallOptions<Name>, 'params' | 'query'>,
): Reply<Name> {
  return replyIn(takeFirstBody(admin.url(name, params, query)))
}

/** The same, for the first script, which leaves the response to others. */
export function firstReply<Name extends AdminRouteName>(
  name: Name,
  { params, query }: Pick<AdminCallOptions<Name>, 'params' | 'query'>,
): Reply<Name> {
  return replyIn(firstBody(admin.url(name, params, query)))
}

function replyIn<Name extends AdminRouteName>(body: string | undefined): Reply<Name> {
  return body === undefined ? undefined : (parseJson(body) as Reply<Name>)
}

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
