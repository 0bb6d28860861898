import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'
import type { ListSearch } from '../list-search.ts'
import { useViewChange, viewSearch } from './use-views.ts'

/** Saves the list as it is shown, with a name. */
export function SaveView({ search, onClose }: { search: ListSearch; onClose: () => void }) {
  const t = useText()
  const { can } = useSession()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const change = useViewChange(() => {
    onClose()
    showNotice({ text: t('views.saved', { name: name.trim() }) })
  })
  const errorAt = useFieldError(change.error)
  return (
    <Dialog onClose={onClose} title={t('views.saveTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ do: 'create', name, isShared, search: viewSearch(search) })
        }}
      >
        <Stack gap="sm">
          <EntryError error={change.error} fields={['name']} />
          <Text size="sm">{t('views.saveHint')}</Text>
          <TextInput
            label={t('common.name')}
            data-autofocus
            maxLength={100}
            error={errorAt('name')}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {can('editor') && (
            <Checkbox
              label={t('views.share')}
              checked={isShared}
              onChange={({ currentTarget }) => setIsShared(currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={name.trim() === ''}>
              {t('views.saveNow')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
