import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { statusOf, uploadFile } from '../api/admin.ts'
import { noteSessionEnd } from '../api/session-end.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { errorText } from '../i18n/problems.ts'
import { useText } from '../i18n/text.tsx'

export interface Upload {
  id: number
  file: File
  share: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  error?: string
}

interface UploadTarget {
  space: string
  folder?: string
}

const atOnce = 3
let lastId = 0

/** Uploads files, a few at a time. Each has its own progress and error. */
export function useUploads(target: UploadTarget, onDone: (item: MediaItem) => void) {
  const { space, folder } = target
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root, limits } = useSession()
  const [uploads, setUploads] = useState<Upload[]>([])
  const change = useCallback((id: number, next: Partial<Upload>) => {
    setUploads((old) => old.map((one) => (one.id === id ? { ...one, ...next } : one)))
  }, [])
  const send = useCallback(
    async ({ id, file }: Upload): Promise<void> => {
      if (file.size > limits.uploadBytes) {
        return change(id, {
          state: 'failed',
          error: t('media.tooLarge', { max: format.bytes(limits.uploadBytes) }),
        })
      }
      change(id, { state: 'sending', share: 0 })
      try {
        const item = await uploadFile({
          root,
          space,
          ...(folder !== undefined && { folder }),
          file,
          onProgress: (share) => change(id, { share }),
        })
        change(id, { state: 'done', share: 1 })
        onDone(item)
      } catch (error) {
        if (statusOf(error) === 401) noteSessionEnd()
        const text = statusOf(error) === 0 ? t('media.cutOff') : errorText(error as Error, t)
        change(id, { state: 'failed', error: text })
      }
    },
    [root, space, folder, limits, change, onDone, t, format],
  )
  const add = useCallback(
    async (files: readonly File[]): Promise<void> => {
      const added = files.map((file): Upload => {
        lastId += 1
        return { id: lastId, file, share: 0, state: 'waiting' }
      })
      setUploads((old) => [...old.filter(({ state }) => state !== 'done'), ...added])
      const queue = [...added]
      const work = async (): Promise<void> => {
        for (let next = queue.shift(); next; next = queue.shift()) await send(next)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      await client.invalidateQueries({ queryKey: ['media', root] })
    },
    [send, client, root],
  )
  const retry = useCallback(
    async (upload: Upload): Promise<void> => {
      await send(upload)
      await client.invalidateQueries({ queryKey: ['media', root] })
    },
    [send, client, root],
  )
  const clear = useCallback(() => setUploads([]), [])
  return { uploads, add, retry, clear }
}
