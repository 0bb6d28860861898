import type { CreatedKey } from '@octavo/schema/admin/settings.ts'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { KeyForm, type KeyValues } from './key-form.tsx'

interface NewKeyProps {
  onMade: (key: CreatedKey) => void
  onCancel: () => void
}

export function NewKey({ onMade, onCancel }: NewKeyProps) {
  const { root } = useSession()
  const make = useMutation({
    mutationFn: (body: KeyValues) => admin.call('createKey', { params: { root }, body }),
    onSuccess: onMade,
  })
  return (
    <KeyForm
      isBusy={make.isPending}
      error={make.error}
      onSubmit={(values) => make.mutate(values)}
      onCancel={onCancel}
    />
  )
}
