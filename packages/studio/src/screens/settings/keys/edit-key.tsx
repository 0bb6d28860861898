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

/** Edits the permissions of a key. Its text and view cannot change, so that sites keep working. */
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
  'publishes',
  'listsMedia',
  'readLimit',
  'writeLimit',
  'expiresAt',
] as const satisfies (keyof KeyChange)[]

/** Sends only the changes: a past expiry may stay, but cannot be set. */
function changed(info: KeyInfo, values: KeyValues): KeyChange {
  const different = changeable.filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(info[name]),
  )
  return Object.fromEntries(different.map((name) => [name, values[name]]))
}
