import { Autocomplete, Stack, TagsInput, Text } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { foldersOf, useMediaLabels } from '../../components/media-labels.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'

/** Folder and tags of a file. They are saved when the input loses the focus. */
export function Labels({ item, isReadOnly }: { item: MediaItem; isReadOnly: boolean }) {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  const labels = useMediaLabels()
  const [folder, setFolder] = useState(item.folder)
  const save = useMutation({
    mutationFn: (body: { folder?: string; tags?: string[] }) =>
      admin.call('changeMedia', { params: { root, id: item.id }, body }),
    onSuccess: (saved) => {
      setFolder(saved.folder)
      return client.invalidateQueries({ queryKey: ['media', root] })
    },
  })
  const saveFolder = (path: string): void => {
    if (path !== item.folder) save.mutate({ folder: path })
  }
  return (
    <Stack gap="xs">
      <Autocomplete
        label={t('media.folder')}
        placeholder={t('media.noFolder')}
        readOnly={isReadOnly}
        data={foldersOf(labels)}
        value={folder}
        onChange={setFolder}
        onOptionSubmit={saveFolder}
        onBlur={() => saveFolder(folder)}
      />
      <TagsInput
        label={t('media.tags')}
        readOnly={isReadOnly}
        data={labels.tags.map(({ name }) => name)}
        value={(save.isPending ? save.variables.tags : undefined) ?? item.tags}
        onChange={(tags) => save.mutate({ tags })}
      />
      {save.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(save.error, t)}
        </Text>
      )}
    </Stack>
  )
}
