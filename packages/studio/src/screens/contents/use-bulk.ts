import type { BulkChange, BulkResult } from '@octavo/schema/admin/contents.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'

const perRequest = 100

type Action = BulkChange['action']

/** Changes many items, a hundred at a time, and tells how far it is. */
export function useBulk(onDone: (action: Action, results: BulkResult['results']) => void) {
  const { root } = useSession()
  const client = useQueryClient()
  const [progress, setProgress] = useState(0)
  const mutation = useMutation({
    mutationFn: async ({ action, ids }: { action: Action; ids: number[] }) => {
      const results: BulkResult['results'] = []
      for (let at = 0; at < ids.length; at += perRequest) {
        setProgress(at / ids.length)
        const body = { action, ids: ids.slice(at, at + perRequest) }
        const answer = await admin.call('changeItems', { params: { root }, body })
        results.push(...answer.results)
      }
      return results
    },
    onSuccess: (results, { action }) => onDone(action, results),
    onSettled: () => client.invalidateQueries({ queryKey: ['contents', root] }),
  })
  return { ...mutation, progress }
}
