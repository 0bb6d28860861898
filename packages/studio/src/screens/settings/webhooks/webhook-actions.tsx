import { Alert, Button, Text } from '@mantine/core'
import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import { useRefresh } from './use-webhooks.ts'

type Action = 'rotate' | 'enable' | 'disable' | 'delete'

interface WebhookActionsProps {
  info: WebhookInfo
  onSecret: (secret: string) => void
}

/** Rotate, enable or disable, delete. All but enable are confirmed first. */
export function WebhookActions({ info, onSecret }: WebhookActionsProps) {
  const t = useText()
  const refresh = useRefresh()
  const { root } = useSession()
  const [asked, setAsked] = useState<Exclude<Action, 'enable'> | null>(null)
  const params = { root, id: info.id }
  const run = useMutation({
    mutationFn: async (action: Action) => {
      if (action === 'delete') await admin.call('deleteWebhook', { params })
      else if (action === 'rotate') onSecret((await admin.call('rotateWebhook', { params })).secret)
      else {
        const body = { isDisabled: action === 'disable' }
        await admin.call('changeWebhook', { params, body })
      }
    },
    onSuccess: (_, action) => {
      setAsked(null)
      if (action === 'delete') showNotice({ text: t('webhooks.deleted') })
      return refresh()
    },
  })
  const names = {
    rotate: t('webhooks.rotate'),
    enable: t('keys.enable'),
    disable: t('keys.disable'),
    delete: t('action.delete'),
  }
  const toggle = info.disabledAt === null ? 'disable' : 'enable'
  const error = run.error && (
    <Alert color="red" role="alert" mb="sm">
      {errorText(run.error, t)}
    </Alert>
  )
  return (
    <>
      {(['rotate', toggle, 'delete'] as const).map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant="default"
          loading={run.isPending && run.variables === action}
          aria-label={`${names[action]}: ${info.name}`}
          onClick={() => {
            run.reset()
            if (action === 'enable') run.mutate(action)
            else setAsked(action)
          }}
        >
          {names[action]}
        </Button>
      ))}
      {asked === null ? (
        error
      ) : (
        <ConfirmDialog
          title={t(`webhooks.${asked}Ask`, { name: info.name })}
          action={names[asked]}
          isDangerous={asked === 'delete'}
          isBusy={run.isPending}
          onCancel={() => setAsked(null)}
          onConfirm={() => run.mutate(asked)}
        >
          {error}
          <Text mb="md">{t(`webhooks.${asked}Hint`)}</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
