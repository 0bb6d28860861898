import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Model } from '@octavo/schema/definitions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { admin, statusOf } from '../../api/admin.ts'
import { noteSessionEnd, useIsSessionEnded } from '../../api/session-end.ts'
import { useSession } from '../../api/session.tsx'
import { mergeTexts } from '../../fields/flexible/merge-texts.ts'
import { startValues } from '../../fields/start-values.ts'
import { readBackup } from './draft/backup.ts'
import { createDraftStore, type DraftStore } from './draft/draft-store.ts'
import { itemQuery } from './item-query.ts'
import { useNewSpace } from './new-space.ts'

interface Opening {
  item: EditableItem | undefined
  newModel: Model | undefined
  onNumbered: (id: string) => void
}

const keepaliveBytes = 60_000

/** The store of the item on the page, with unsaved edits on this device restored. */
export function useOpenedStore({ item, newModel, onNumbered }: Opening): DraftStore | undefined {
  const { root, schema, user } = useSession()
  const newSpace = useNewSpace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [store, setStore] = useState<DraftStore>()
  const isMade = useRef(false)
  useEffect(() => {
    if (isMade.current || !(item ?? newModel)) return
    isMade.current = true
    const requestId = crypto.getRandomValues(new Uint32Array(4)).join('-')
    let id = item?.id
    const made = createDraftStore(
      item ?? null,
      schema.root.languages.map(({ key }) => key),
      {
        backupKey: () => `${user.id}:${root}:${id ?? `new-${newModel?.luid ?? ''}`}`,
        async create(languages) {
          const body = { model: newModel?.luid ?? '', space: newSpace, languages, requestId }
          const created = await reportingSessionEnd(
            admin.call('createItem', { params: { root }, body }),
          )
          id = created.id
          onNumbered(String(id))
          client.setQueryData(itemQuery(root, String(id)).queryKey, created)
          void navigate({
            to: '/$root/contents/$id',
            params: { root, id: String(id) },
            replace: true,
            ignoreBlocker: true,
          })
          return created
        },
        partsOf: (luid, base, mine, theirs) => {
          const model = newModel ?? schema.modelByLuid.get(item?.model ?? '')
          const field = model?.fields.find((one) => one.luid === luid)
          const texts = [base, mine, theirs].map((value) => value ?? '')
          if (field?.type !== 'flexible' || !texts.every((text) => typeof text === 'string'))
            return null
          const [before = '', own = '', other = ''] = texts
          return mergeTexts(before, own, other)
        },
        save: (number, languages, isKeepalive) =>
          reportingSessionEnd(
            admin.call('saveItem', {
              params: { root, id: number },
              body: { languages },
              isKeepalive: isKeepalive && JSON.stringify(languages).length < keepaliveBytes,
            }),
          ),
      },
    )
    if (newModel) made.start(startValues(newModel.fields))
    const key = `${user.id}:${root}:${id ?? `new-${newModel?.luid ?? ''}`}`
    const restore = async (): Promise<void> => {
      const backup = await readBackup(key)
      if (backup) made.restore(backup)
      setStore(made)
    }
    void restore()
  }, [item, newModel, root, schema, newSpace, user, client, navigate, onNumbered])
  useEffect(() => {
    if (store && item) store.receive(item)
  }, [store, item])
  const isEnded = useIsSessionEnded()
  useEffect(() => {
    if (!isEnded) void store?.flush()
  }, [store, isEnded])
  useSaveOnLeave(store)
  return store
}

/** Saving does not go through the query client, so it must report an ended session itself. */
async function reportingSessionEnd<T>(saving: Promise<T>): Promise<T> {
  try {
    return await saving
  } catch (error) {
    if (statusOf(error) === 401) noteSessionEnd()
    throw error
  }
}

/** When the page closes, sends the unsaved edits if possible, and stores them on this device in any case. */
function useSaveOnLeave(store: DraftStore | undefined): void {
  useEffect(() => {
    if (!store) return
    const leave = (): void => {
      store.storeBackup()
      void store.flush(true)
    }
    const back = (): void => void store.flush()
    const hide = (): void => (document.visibilityState === 'hidden' ? leave() : undefined)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', back)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', back)
      leave()
      store.stop()
    }
  }, [store])
}
