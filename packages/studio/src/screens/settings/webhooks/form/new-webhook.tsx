import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../../../../api/admin.ts'
import { useSession } from '../../../../api/session.tsx'
import { creationOf, fresh, freshDeploy, type WebhookValues } from './values.ts'
import { WebhookForm } from './webhook-form.tsx'

interface NewWebhookProps {
  kind: 'webhook' | 'deploy'
  onCreated: (created: AdminCalls['createWebhook']['reply']) => void
  onCancel: () => void
}

export function NewWebhook({ kind, onCreated, onCancel }: NewWebhookProps) {
  const { root } = useSession()
  const create = useMutation({
    mutationFn: (values: WebhookValues) =>
      admin.call('createWebhook', { params: { root }, body: creationOf(values) }),
    onSuccess: onCreated,
  })
  return (
    <WebhookForm
      initial={kind === 'deploy' ? freshDeploy : fresh}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={(values) => create.mutate(values)}
      onCancel={onCancel}
    />
  )
}
