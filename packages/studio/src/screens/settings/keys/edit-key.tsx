import type { KeyChange, KeyInfo } from '@octavo/schema/admin/settings.ts'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { KeyForm, type KeyValues } from './key-form.tsx'

interface EditKeyProps {
  info: KeyInfo
  onDone: () => void
  onCancel: () => void
}

/** Changes what a key may do. Its text and what it reads stay, so that nothing has to be set up anew. */
export function EditKey({ info, onDone, onCancel }: EditKeyProps) {
  const { root } = useSession()
  const save = useMutation({
    mutationFn: (values: KeyValues) =>
      admin.call('changeKey', { params: { root, id: info.id }, body: changed(info, values) }),
    onSuccess: onDone,
  })
  return (
    <KeyForm
      info={info}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(values) => save.mutate(values)}
      onCancel={onCancel}
    />
  )
}

const changeable = [
  'name',
  'spaces',
  'writesContents',
  'writesMedia',
  'readLimit',
  'writeLimit',
  'expiresAt',
] as const satisfies (keyof KeyChange)[]

/** An expiry that has passed may stay as it is, but may not be set: only what changed is sent. */
function changed(info: KeyInfo, values: KeyValues): KeyChange {
  const different = changeable.filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(info[name]),
  )
  return Object.fromEntries(different.map((name) => [name, values[name]]))
}
