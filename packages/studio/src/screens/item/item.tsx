import { Center } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { NotFound } from '../../layout/not-found.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { preloadTextEditor } from '../../fields/flexible/flexible.tsx'
import { recordRecentItem } from '../../layout/finding/recent-items.ts'
import type { DraftStore } from './draft/draft-store.ts'
import { EditorPage } from './editor-page.tsx'
import { itemQuery } from './item-query.ts'
import { useDraft } from './use-draft.ts'
import { useOpenedStore } from './use-opened-store.ts'
import { LeaveDialog } from '../../components/leave-dialog.tsx'
import { Loading } from '../../components/loading.tsx'

/** The page of an item, or of a new one at `new-<model>`. */
export function Item() {
  const { id } = useParams({ from: '/$root/contents/$id' })
  const own = useRef<string | null>(null)
  const [session, setSession] = useState(id)
  // A new item gets its id while the user writes. The page must not remount.
  useEffect(() => {
    if (own.current === id) own.current = null
    else setSession(id)
  }, [id])
  return <OpenItem key={session} id={session} onNumbered={(number) => (own.current = number)} />
}

function OpenItem({ id, onNumbered }: { id: string; onNumbered: (id: string) => void }) {
  const { root, schema, can } = useSession()
  const newModel = id.startsWith('new-')
    ? schema.modelByLuid.get(id.slice('new-'.length))
    : undefined
  const { data, error, refetch } = useItem(root, id)
  const store = useOpenedStore({ item: data, newModel, onNumbered })
  const model = schema.modelByLuid.get(data?.model ?? '') ?? newModel
  const hasText = model?.fields.some(({ type }) => type === 'flexible') ?? false
  useEffect(() => {
    if (hasText) void preloadTextEditor()
  }, [hasText])
  if (!isNumber(id) && (!newModel || !can('writer'))) return <NotFound />
  if (error && !data) return <ErrorView error={error} reset={() => void refetch()} />
  if (!store) {
    return (
      <Center h="60vh">
        <Loading size="sm" />
      </Center>
    )
  }
  return <Opened store={store} newModel={newModel?.luid} />
}

/** Reading again after a failure keeps the error until there is a response. */
function useItem(root: string, id: string) {
  const {
    data,
    error: latest,
    refetch,
  } = useQuery({
    ...itemQuery(root, id),
    enabled: isNumber(id),
  })
  const [error, setError] = useState<Error | null>(null)
  if (!data && latest && latest !== error) setError(latest)
  return { data, error, refetch }
}

const isNumber = (id: string): boolean => /^\d+$/.test(id)

function Opened({ store, newModel }: { store: DraftStore; newModel: string | undefined }) {
  const { schema, root, user } = useSession()
  const itemId = useDraft(store, ({ item }) => item?.id)
  useEffect(() => {
    if (itemId !== undefined) recordRecentItem(`${root}:${user.id}`, itemId)
  }, [itemId, root, user.id])
  const model = schema.modelByLuid.get(store.get().item?.model ?? newModel ?? '')
  if (!model) return <NotFound />
  return (
    <>
      <EditorPage store={store} model={model} />
      <LeaveItem store={store} />
    </>
  )
}

/** Other edits are saved when the user leaves; a text that is not valid JSON cannot be. */
function LeaveItem({ store }: { store: DraftStore }) {
  const t = useText()
  return (
    <LeaveDialog
      shouldAsk={({ current, next }) => current.pathname !== next.pathname && store.hasInvalid()}
      isUnsaved={store.hasInvalid}
      ways={[
        { label: t('models.discard'), isDangerous: true, run: store.discard },
        { label: t('leave.go') },
      ]}
    >
      {t('item.leaveInvalid')}
    </LeaveDialog>
  )
}
