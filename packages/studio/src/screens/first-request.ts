/** Sends the request of a list before its code is loaded. Other pages need only what the page contains. */
import { indexSchema } from '@octavo/schema/schema.ts'
import { admin, firstReply } from '../api/admin.ts'
import { requestFirst } from '../api/first-responses.ts'
import { listRequest } from './contents/list-request.ts'
import { readListSearch } from './contents/list-search.ts'

export function sendFirstRequest({ pathname, search }: Location): void {
  const [, root = '', name, id] = pathname.split('/')
  if (name !== 'contents' || id !== undefined) return
  const boot = firstReply('bootstrap', { params: {}, query: { root } })
  if (boot?.state !== 'ready' || boot.root?.luid !== root) return
  const listSearch = readListSearch(Object.fromEntries(new URLSearchParams(search)))
  const { query } = listRequest(indexSchema(boot.root), listSearch)
  requestFirst(admin.url('listContents', { root }, query))
}
