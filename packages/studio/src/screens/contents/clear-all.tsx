import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import type { ListSearch } from './list-search.ts'

/** Clears search and filters, and keeps the model and state. */
export function ClearAll({ search: { model, state } }: { search: ListSearch }) {
  const t = useText()
  const navigate = useNavigate()
  const { root } = useSession()
  const clear = () =>
    void navigate({
      to: '/$root/contents',
      params: { root },
      search: { ...(model !== undefined && { model }), ...(state !== undefined && { state }) },
    })
  return (
    <Button variant="default" onClick={clear}>
      {t('list.clearAll')}
    </Button>
  )
}
