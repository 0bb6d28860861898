import { Button, Group, Text } from '@mantine/core'
import type { ReferrerList, ReferrerQuestion } from '@octavo/schema/admin/referrers.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import { Dialog } from './dialog.tsx'
import { ReferrerRows } from './referrer-rows.tsx'

const leavingActions = ['archive', 'delete', 'unpublish'] as const
type LeavingAction = (typeof leavingActions)[number]

/** Readers see no more of it. */
export function isLeaving(action: string): action is LeavingAction {
  return leavingActions.some((one) => one === action)
}

/** `restore` brings back what left so. */
export function isRestorable(action: string): boolean {
  return isLeaving(action) && action !== 'unpublish'
}

interface Leaving {
  action: LeavingAction
  ids: number[]
  go: () => void
  /** Where nothing else points at these: `go`, if not given. */
  goUnused?: () => void
}

interface AskedLeaving {
  /** Asks only where something else points at these. */
  leave: (leaving: Leaving) => void
  question: ReactNode
  isLooking: boolean
  error: Error | null
}

const namedAtMost = 5

export function useLeaving(kind: ReferrerQuestion['kind']): AskedLeaving {
  const { root } = useSession()
  const [asked, setAsked] = useState<(Leaving & { found: ReferrerList }) | null>(null)
  const look = useMutation({
    mutationFn: ({ ids }: Leaving) =>
      admin.call('findReferrers', {
        params: { root },
        query: { limit: String(namedAtMost) },
        body: { kind, ids },
      }),
    onSuccess: (found, leaving) => {
      const { go, goUnused = go } = leaving
      if (found.total === 0) goUnused()
      else setAsked({ ...leaving, found })
    },
  })
  const question = asked && (
    <Question
      action={asked.action}
      found={asked.found}
      onCancel={() => setAsked(null)}
      onGo={() => {
        setAsked(null)
        asked.go()
      }}
    />
  )
  return { leave: look.mutate, question, isLooking: look.isPending, error: look.error }
}

interface QuestionProps {
  action: LeavingAction
  found: ReferrerList
  onCancel: () => void
  onGo: () => void
}

function Question({ action, found, onCancel, onGo }: QuestionProps) {
  const t = useText()
  const format = useFormat()
  const title = t(`leaving.ask.${action}`, { count: format.number(found.total) })
  return (
    <Dialog onClose={onCancel} title={title}>
      <ReferrerRows found={found} isInNewTab />
      <Text size="sm" my="md">
        {t(isRestorable(action) ? 'leaving.hint' : 'leaving.hintUnpublish')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button {...(action === 'delete' && { color: 'red' })} onClick={onGo}>
          {t(`leaving.${action}`)}
        </Button>
      </Group>
    </Dialog>
  )
}
