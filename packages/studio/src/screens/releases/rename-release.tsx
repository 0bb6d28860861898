import { TextInput } from '@mantine/core'
import type { Release } from '@octavo/schema/admin/releases.ts'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { useReleaseChange } from './use-release.ts'

/** Changes the name. The LUID stays, because programs use it. */
export function RenameRelease({ release, onClose }: { release: Release; onClose: () => void }) {
  const t = useText()
  const { root } = useSession()
  const [name, setName] = useState(release.name)
  const rename = useReleaseChange(
    () =>
      admin.call('changeRelease', {
        params: { root, release: release.luid },
        body: { name: name.trim() },
      }),
    'release.renamed',
    onClose,
  )
  return (
    <DialogForm
      title={t('release.rename')}
      action={t('action.save')}
      isBusy={rename.isPending}
      isDisabled={name.trim() === ''}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('common.name')}
        data-autofocus
        maxLength={200}
        error={rename.error && errorText(rename.error, t)}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </DialogForm>
  )
}
