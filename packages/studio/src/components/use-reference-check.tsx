import { Text } from '@mantine/core'
import type { ReferrerList, ReferrerRequest } from '@octavo/schema/admin/referrers.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ReferrerRows } from './referrer-rows.tsx'

const hidingActions = ['archive', 'delete', 'unpublish'] as const
type HidingAction = (typeof hidingActions)[number]

/** Whether the action hides an item or file from readers. */
export function isHiding(action: string): action is HidingAction {
  return hidingActions.some((one) => one === action)
}

/** Whether `restore` reverts the action. */
function isRestorable(action: string): boolean {
  return isHiding(action) && action !== 'unpublish'
}

interface CheckedAction {
  action: HidingAction
  ids: number[]
  go: () => void
  /** Called if nothing references them; default: `go`. */
  goUnused?: () => void
}

interface ReferenceCheck {
  /** Asks for confirmation only if other items reference them. */
  check: (checked: CheckedAction) => void
  dialog: ReactNode
  isChecking: boolean
  error: Error | null
}

const maxNamed = 5

export function useReferenceCheck(kind: ReferrerRequest['kind']): ReferenceCheck {
  const { root } = useSession()
  const [pending, setPending] = useState<(CheckedAction & { found: ReferrerList }) | null>(null)
  const find = useMutation({
    mutationFn: ({ ids }: CheckedAction) =>
      admin.call('findReferrers', {
        params: { root },
        query: { limit: String(maxNamed) },
        body: { kind, ids },
      }),
    onSuccess: (found, checked) => {
      const { go, goUnused = go } = checked
      if (found.total === 0) goUnused()
      else setPending({ ...checked, found })
    },
  })
  const dialog = pending && (
    <InUseDialog
      action={pending.action}
      found={pending.found}
      onCancel={() => setPending(null)}
      onGo={() => {
        setPending(null)
        pending.go()
      }}
    />
  )
  return { check: find.mutate, dialog, isChecking: find.isPending, error: find.error }
}

interface InUseDialogProps {
  action: HidingAction
  found: ReferrerList
  onCancel: () => void
  onGo: () => void
}

function InUseDialog({ action, found, onCancel, onGo }: InUseDialogProps) {
  const t = useText()
  const format = useFormat()
  const title = t(`inUse.ask.${action}`, { count: format.number(found.total) })
  return (
    <ConfirmDialog
      title={title}
      action={t(`inUse.${action}`)}
      isDangerous={action === 'delete'}
      onCancel={onCancel}
      onConfirm={onGo}
    >
      <ReferrerRows found={found} isInNewTab />
      <Text size="sm" my="md">
        {t(isRestorable(action) ? 'inUse.hint' : 'inUse.hintUnpublish')}
      </Text>
    </ConfirmDialog>
  )
}
