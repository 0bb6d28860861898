/** Items and media that the palette finds by their titles and file names. */
import { useDebouncedValue } from '@mantine/hooks'
import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import { IconFile, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { iconOf } from '../../components/model-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import type { Command } from './commands.ts'
import { byMatch } from './match-rank.ts'
import { recentItems } from './recent-items.ts'

const typingMs = 150
const mostItems = 6
/** The server finds by time; the best matches are chosen among these. */
const mostCandidates = 50
const mostMedia = 4

interface Found {
  items: Command[]
  media: Command[]
  isLoading: boolean
}

export function useFound(text: string): Found {
  const { root } = useSession()
  const toItem = useItemCommand()
  const navigate = useNavigate()
  const [contains] = useDebouncedValue(text, typingMs)
  const isSearched = contains !== ''
  const items = useQuery({
    queryKey: ['contents', root, 'palette', contains],
    queryFn: ({ signal }) => findItems(root, contains, signal),
    enabled: isSearched,
  })
  const media = useQuery({
    queryKey: ['media', root, 'palette', contains],
    queryFn: ({ signal }) =>
      admin.call('listMedia', {
        params: { root },
        query: { contains, limit: String(mostMedia) },
        signal,
      }),
    enabled: isSearched,
  })
  // Results of an earlier text would be opened by mistake.
  const isCurrent = contains === text
  return {
    items: isCurrent && isSearched ? (items.data ?? []).map(toItem) : [],
    media:
      isCurrent && isSearched
        ? (media.data?.rows ?? []).map(({ id, filename, type }) => ({
            id: `media-${id}`,
            label: filename,
            icon: type.startsWith('image/') ? IconPhoto : IconFile,
            run: () =>
              void navigate({ to: '/$root/media', params: { root }, search: { id: String(id) } }),
          }))
        : [],
    isLoading: text !== '' && (!isCurrent || items.isLoading || media.isLoading),
  }
}

async function findItems(root: string, text: string, signal: AbortSignal): Promise<ContentRow[]> {
  const list = async (query: Record<string, string>): Promise<ContentRow[]> =>
    (await admin.call('listContents', { params: { root }, query, signal })).rows
  const latest = await list({
    '_title[contains]': text,
    contains_in: 'all',
    order: '-_updated_at',
    limit: String(mostCandidates),
  })
  const isAll = latest.length < mostCandidates
  // Ordered by title, an equal one comes first.
  const best = isAll
    ? []
    : await list({ '_title[startswith]': text, order: '_title', limit: String(mostItems) })
  const added = best.filter(({ id }) => latest.every((one) => one.id !== id))
  return byMatch([...latest, ...added], text, ({ title }) => title).slice(0, mostItems)
}

/** The items that the user opened last and that still exist. */
export function useRecentItems(): Command[] {
  const { root, user } = useSession()
  const toItem = useItemCommand()
  const ids = useMemo(() => recentItems(`${root}:${user.id}`), [root, user.id])
  const { data } = useQuery({
    queryKey: ['labels', root, 'recent', ids],
    queryFn: ({ signal }) =>
      admin.call('readLabels', { params: { root }, query: { items: ids.join(',') }, signal }),
    enabled: ids.length > 0,
  })
  return ids.flatMap((id) => data?.items[id] ?? []).map(toItem)
}

function useItemCommand(): (item: { id: number; title: string; model: string }) => Command {
  const t = useText()
  const { root, schema } = useSession()
  const navigate = useNavigate()
  return ({ id, title, model: luid }) => {
    const model = schema.modelByLuid.get(luid)
    return {
      id: `item-${id}`,
      label: title || t('common.untitled'),
      hint: model?.name ?? luid,
      icon: iconOf(model?.icon),
      run: () => void navigate({ to: '/$root/contents/$id', params: { root, id: String(id) } }),
    }
  }
}
