/** Choices of types, folders and tags, which the media library and the picker share. */
import type { MediaKind, MediaLabels } from '@octavo/schema/admin/media.ts'
import { mediaKinds } from '@octavo/schema/choices.ts'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import { useText } from '../i18n/text.tsx'
import { Choice } from './list-choices.tsx'

const none: MediaLabels = { folders: [], tags: [] }

export function useMediaLabels(): MediaLabels {
  const { root } = useSession()
  const { data } = useQuery({
    queryKey: ['media', root, 'labels'],
    queryFn: ({ signal }) => admin.call('listMediaLabels', { params: { root }, signal }),
  })
  return data ?? none
}

/** Every folder, also those that contain only other folders. */
export function foldersOf({ folders }: MediaLabels): string[] {
  const all = folders.flatMap(({ name }) => {
    const parts = name.split('/')
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  })
  return [...new Set(all)].filter((folder) => folder !== '').toSorted()
}

interface KindChoiceProps {
  kind: MediaKind | undefined
  onChange: (kind: MediaKind | undefined) => void
}

export function KindChoice({ kind, onChange }: KindChoiceProps) {
  const t = useText()
  return (
    <Choice
      label={t('media.kind')}
      value={kind}
      onChange={(chosen) => onChange(mediaKinds.find((one) => one === chosen))}
      data={[
        { value: '', label: t('media.allKinds') },
        ...mediaKinds.map((one) => ({ value: one, label: t(`media.kind.${one}`) })),
      ]}
    />
  )
}

interface LabelChoiceProps {
  folder: string | undefined
  tag: string | undefined
  onChange: (change: { folder?: string | undefined; tag?: string | undefined }) => void
}

/** Renders nothing as long as there are no folders or tags. */
export function LabelChoices({ folder, tag, onChange }: LabelChoiceProps) {
  const t = useText()
  const labels = useMediaLabels()
  const folders = foldersOf(labels)
  const tags = labels.tags.map(({ name }) => name)
  return (
    <>
      {(folders.length > 0 || folder !== undefined) && (
        <Choice
          label={t('media.folder')}
          value={folder}
          onChange={(chosen) => onChange({ folder: chosen })}
          data={[
            { value: '', label: t('media.allFolders') },
            { value: '/', label: t('media.noFolder') },
            ...withCurrent(folders, folder === '/' ? undefined : folder),
          ]}
        />
      )}
      {(tags.length > 0 || tag !== undefined) && (
        <Choice
          label={t('media.tag')}
          value={tag}
          onChange={(chosen) => onChange({ tag: chosen })}
          data={[{ value: '', label: t('media.allTags') }, ...withCurrent(tags, tag)]}
        />
      )}
    </>
  )
}

/** A link may name a folder or tag that nothing has any more. */
function withCurrent(
  names: readonly string[],
  current: string | undefined,
): { value: string; label: string }[] {
  const all = current === undefined || names.includes(current) ? names : [...names, current]
  return all.map((name) => ({ value: name, label: name }))
}
