import type { Release } from '@octavo/schema/admin/releases.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { showNotice } from '../../components/notice.tsx'
import type { TextKey } from '../../i18n/en/en.ts'
import { useText } from '../../i18n/text.tsx'

export const mostEntries = 1000

/** A release with its entries and the check before publishing. */
export function useRelease(luid: string) {
  const { root } = useSession()
  const params = { root, release: luid }
  const release = useQuery({
    queryKey: ['releases', root, 'one', luid],
    queryFn: ({ signal }) => admin.call('readRelease', { params, signal }),
  })
  const entries = useQuery({
    queryKey: ['releases', root, 'entries', luid],
    queryFn: ({ signal }) =>
      admin.call('listReleaseEntries', { params, query: { limit: String(mostEntries) }, signal }),
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
