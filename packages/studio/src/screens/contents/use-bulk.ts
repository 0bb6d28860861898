import type { BulkChange, BulkEditResult, BulkResult } from '@octavo/schema/admin/bulk.ts'
import type { ItemEdit } from '@octavo/schema/admin/items.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'

type Action = BulkChange['action']

/** Changes the state of many items, and reports progress. */
export function useBulk(onDone: (action: Action, results: BulkResult['results']) => void) {
  const { root } = useSession()
  return useParts({
    size: 100,
    parts: ({ ids }: { action: Action; ids: number[] }) => ids,
    send: async (ids: number[], { action }) => {
      const body = { action, ids }
      return (await admin.call('changeItems', { params: { root }, body })).results
    },
    onDone: (results, { action }) => onDone(action, results),
  })
}

export interface EditRequest {
  edits: ItemEdit[]
  isUndo: boolean
}

/** Sets the same values for many items, or restores the previous ones. */
export function useBulkEdit(
  onDone: (results: BulkEditResult['results'], request: EditRequest) => void,
) {
  const { root } = useSession()
  return useParts({
    size: 50,
    parts: ({ edits }: EditRequest) => edits,
    send: async (edits: ItemEdit[]) =>
      (await admin.call('editItems', { params: { root }, body: { edits } })).results,
    onDone,
  })
}

interface Parts<Request, Part, Result> {
  /** Items per request. */
  size: number
  parts: (request: Request) => Part[]
  send: (parts: Part[], request: Request) => Promise<Result[]>
  onDone: (results: Result[], request: Request) => void
}

function useParts<Request, Part, Result>({
  size,
  parts,
  send,
  onDone,
}: Parts<Request, Part, Result>) {
  const { root } = useSession()
  const client = useQueryClient()
  const [progress, setProgress] = useState(0)
  const mutation = useMutation({
    mutationFn: async (request: Request) => {
      const all = parts(request)
      const results: Result[] = []
      for (let at = 0; at < all.length; at += size) {
        setProgress(at / all.length)
        results.push(...(await send(all.slice(at, at + size), request)))
      }
      return results
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['contents', root] }),
  })
  return { ...mutation, progress }
}
