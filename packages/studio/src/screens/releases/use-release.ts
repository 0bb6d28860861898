import type { Release } from '@octavo/schema/admin/releases.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { showNotice } from '../../components/notice.tsx'
import type { TextKey } from '../../i18n/en/en.ts'
import { useText } from '../../i18n/text.tsx'

/** Entries on a page. */
export const entriesPerPage = 100

/** A release with a page of its entries, and the check before publishing. */
export function useRelease(luid: string, offset: number) {
  const { root } = useSession()
  const params = { root, release: luid }
  const release = useQuery({
    queryKey: ['releases', root, 'one', luid],
    queryFn: ({ signal }) => admin.call('readRelease', { params, signal }),
  })
  const entries = useQuery({
    queryKey: ['releases', root, 'entries', luid, offset],
    queryFn: ({ signal }) => {
      const query = { limit: String(entriesPerPage), offset: String(offset) }
      return admin.call('listReleaseEntries', { params, query, signal })
    },
    placeholderData: keepPreviousData,
  })
  const isPending = release.data !== undefined && release.data.state !== 'published'
  const check = useQuery({
    queryKey: ['releases', root, 'check', luid],
    queryFn: ({ signal }) => admin.call('validateRelease', { params, signal }),
    enabled: isPending && release.data.items > 0,
  })
  return { release, entries, check }
}

/** Runs a change of a release, shows a notice, and loads everything that it affects. */
export function useReleaseChange<Variables = void>(
  change: (variables: Variables) => Promise<unknown>,
  done: TextKey,
  onDone: (reply: unknown) => void = () => {},
) {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  return useMutation({
    mutationFn: change,
    onSuccess: (reply) => {
      showNotice({ text: t(done) })
      onDone(reply)
    },
    onSettled: () =>
      Promise.all(
        ['releases', 'contents', 'item', 'start'].map((name) =>
          client.invalidateQueries({ queryKey: [name, root] }),
        ),
      ),
  })
}

export function isOpen({ state, archivedAt }: Release): boolean {
  return state !== 'published' && archivedAt === null
}
