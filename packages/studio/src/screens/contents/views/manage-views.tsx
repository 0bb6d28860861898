import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { SavedView } from '@octavo/schema/admin/views.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'
import type { ListSearch } from '../list-search.ts'
import { useViewChange, viewSearch } from './use-views.ts'

interface ManageViewsProps {
  views: SavedView[]
  search: ListSearch
  onClose: () => void
}

/** Renames, shares, replaces and deletes saved views. */
export function ManageViews({ views, search, onClose }: ManageViewsProps) {
  const t = useText()
  const { can } = useSession()
  const own = views.filter(({ isShared }) => can('editor') || !isShared)
  const change = useViewChange()
  const remove = async (view: SavedView): Promise<void> => {
    await change.mutateAsync({ do: 'delete', id: view.id })
    showNotice({
      text: t('views.deleted', { name: view.name }),
      undo: () => change.mutate({ do: 'create', ...view }),
    })
  }
  return (
    <Dialog onClose={onClose} size="lg" title={t('views.manageTitle')}>
      <Stack gap="md">
        {own.length === 0 && <Text size="sm">{t('views.noneToManage')}</Text>}
        <EntryError error={change.error} />
        {own.map((view) => (
          <ManagedView
            key={view.id}
            view={view}
            search={search}
            onDelete={() => void remove(view).catch(() => undefined)}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

interface ManagedViewProps {
  view: SavedView
  search: ListSearch
  onDelete: () => void
}

function ManagedView({ view, search, onDelete }: ManagedViewProps) {
  const t = useText()
  const { can } = useSession()
  const [name, setName] = useState(view.name)
  const change = useViewChange()
  const errorAt = useFieldError(change.error)
  const isRenamed = name.trim() !== '' && name.trim() !== view.name
  return (
    <form
      aria-label={view.name}
      onSubmit={(event) => {
        event.preventDefault()
        if (isRenamed) change.mutate({ do: 'change', id: view.id, change: { name } })
      }}
    >
      <EntryError error={change.error} fields={['name']} />
      <Group gap="xs" wrap="wrap" align="end">
        <TextInput
          style={{ flex: 1, minWidth: 160 }}
          aria-label={t('common.name')}
          maxLength={100}
          error={errorAt('name')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isRenamed}>
          {t('views.rename')}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            change.mutate({
              do: 'change',
              id: view.id,
              change: { search: viewSearch(search) },
            })
          }
        >
          {t('views.replace')}
        </Button>
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t('views.delete', { name: view.name })}
          title={t('views.delete', { name: view.name })}
          onClick={onDelete}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {can('editor') && (
        <Checkbox
          mt={6}
          size="xs"
          label={t('views.share')}
          checked={view.isShared}
          onChange={({ currentTarget }) =>
            change.mutate({
              do: 'change',
              id: view.id,
              change: { isShared: currentTarget.checked },
            })
          }
        />
      )}
    </form>
  )
}
