import { TextInput } from '@mantine/core'
import type { Release } from '@octavo/schema/admin/releases.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useText } from '../../i18n/text.tsx'
import { EntryError, useFieldError } from '../account-entry/entry-error.tsx'
import { luidFrom } from '../models/work.ts'

interface NewReleaseProps {
  /** The release to copy. */
  copied?: Release
  onCreated: (release: Release) => void
  onClose: () => void
}

/** Creates a release, or a copy of one. */
export function NewRelease({ copied, onCreated, onClose }: NewReleaseProps) {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  const [name, setName] = useState(copied ? t('release.copyName', { name: copied.name }) : '')
  const [typed, setTyped] = useState<string | null>(copied ? `${copied.luid}_2` : null)
  const luid = typed ?? luidFrom(name)
  const create = useMutation({
    mutationFn: () => {
      const body = { luid, name: name.trim() }
      return copied
        ? admin.call('duplicateRelease', { params: { root, release: copied.luid }, body })
        : admin.call('createRelease', { params: { root }, body })
    },
    onSuccess: (release) => {
      void client.invalidateQueries({ queryKey: ['releases', root] })
      onCreated(release)
    },
  })
  const errorAt = useFieldError(create.error)
  return (
    <DialogForm
      title={t(copied ? 'release.duplicate' : 'release.new')}
      action={t('release.create')}
      isBusy={create.isPending}
      isDisabled={name.trim() === '' || luid === ''}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <EntryError error={create.error} fields={['name', 'luid']} />
      <TextInput
        label={t('common.name')}
        data-autofocus
        maxLength={200}
        error={errorAt('name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={t('release.luid')}
        description={t('release.luidHint')}
        error={errorAt('luid')}
        value={luid}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </DialogForm>
  )
}
