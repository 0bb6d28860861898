import type { PresentUser } from '@octavo/schema/admin/presence.ts'
import { createContext, use, useEffect, useMemo, useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useAfterLoad } from '../../../layout/use-after-load.ts'

/** How often a visible page reports itself. The server removes it after several missed reports. */
const everyMs = 5000
/** Collects quick changes of the focus into one report. */
const settleMs = 300

/** Marks the element of a field, for the report of where the focus is. */
export function placeMark(field: string, language: string) {
  return { 'data-presence-field': field, 'data-presence-language': language }
}

interface Place {
  field: string | null
  language: string | null
}

const tab = crypto.getRandomValues(new Uint32Array(3)).join('-')

/** The other users who have the item open. Reports this page while it is visible. */
export function usePresence(itemId: number | undefined): PresentUser[] {
  const { root } = useSession()
  const isLoaded = useAfterLoad()
  const [others, setOthers] = useState<PresentUser[]>([])
  useEffect(() => {
    if (itemId === undefined || !isLoaded) return
    const params = { root, id: itemId }
    let timer: ReturnType<typeof setTimeout> | undefined
    let sent: Place | undefined
    let isOver = false
    let isSending = false

    async function report(): Promise<void> {
      clearTimeout(timer)
      if (isOver || isSending || document.visibilityState === 'hidden') return
      isSending = true
      sent = focusedPlace()
      try {
        const body = { tab, isOpen: true, ...sent }
        const reply = await admin.call('reportPresence', { params, body })
        if (!isOver) setOthers((before) => (isSame(before, reply.others) ? before : reply.others))
      } catch {
        // The page works without it. Saving reports what is wrong with the connection or the session.
        if (!isOver) setOthers([])
      }
      isSending = false
      if (!isOver)
        timer = setTimeout(() => void report(), isSame(sent, focusedPlace()) ? everyMs : 0)
    }
    function leave(): void {
      clearTimeout(timer)
      const body = { tab, isOpen: false }
      admin.call('reportPresence', { params, body, isKeepalive: true }).catch(() => {})
    }
    const onFocus = (): void => {
      if (isOver || isSending || isSame(sent, focusedPlace())) return
      clearTimeout(timer)
      timer = setTimeout(() => void report(), settleMs)
    }
    const onVisibility = (): void =>
      document.visibilityState === 'hidden' ? leave() : void report()
    void report()
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onFocus)
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', leave)
    return () => {
      isOver = true
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onFocus)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', leave)
      leave()
      setOthers([])
    }
  }, [root, itemId, isLoaded])
  return others
}

function focusedPlace(): Place {
  const box = document.activeElement?.closest<HTMLElement>('[data-presence-field]')
  const { presenceField: field = null, presenceLanguage: language = null } = box?.dataset ?? {}
  return { field, language }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export const PresenceContext = createContext<readonly PresentUser[]>([])

/** The other users who edit this field. */
export function useEditors(field: string, language: string): string {
  const others = use(PresenceContext)
  return useMemo(
    () =>
      others
        .filter(({ places }) =>
          places.some((place) => place.field === field && place.language === language),
        )
        .map(({ name }) => name)
        .join(', '),
    [others, field, language],
  )
}
