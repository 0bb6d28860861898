import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../../../../api/admin.ts'
import { useSession } from '../../../../api/session.tsx'
import { changeOf, valuesOf, type WebhookValues } from './values.ts'
import { WebhookForm } from './webhook-form.tsx'

interface EditWebhookProps {
  info: WebhookInfo
  onDone: () => void
  onCancel: () => void
}

export function EditWebhook({ info, onDone, onCancel }: EditWebhookProps) {
  const { root } = useSession()
  const save = useMutation({
    mutationFn: (values: WebhookValues) =>
      admin.call('changeWebhook', { params: { root, id: info.id }, body: changeOf(info, values) }),
    onSuccess: onDone,
  })
  return (
    <WebhookForm
      initial={valuesOf(info)}
      isNew={false}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(values) => save.mutate(values)}
      onCancel={onCancel}
    />
  )
}
