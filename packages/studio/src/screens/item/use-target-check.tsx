import { Anchor, Text } from '@mantine/core'
import type { ItemLabel } from '@octavo/schema/admin/contents.ts'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import classes from '../../components/plain-list.module.css'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'

interface TargetCheck {
  /** Saves, then asks for confirmation only if the item references items that readers cannot see. */
  check: (go: () => void) => void
  dialog: ReactNode
}

interface Pending {
  hidden: ItemLabel[]
  go: () => void
}

const maxNamed = 5

export function useTargetCheck(store: DraftStore): TargetCheck {
  const [pending, setPending] = useState<Pending | null>(null)
  const check = async (go: () => void): Promise<void> => {
    await store.flush()
    const hidden = hiddenTargets(store.get().item)
    if (hidden.length === 0) go()
    else setPending({ hidden, go })
  }
  const dialog = pending && (
    <HiddenTargets
      hidden={pending.hidden}
      onCancel={() => setPending(null)}
      onGo={() => {
        setPending(null)
        pending.go()
      }}
    />
  )
  return { check: (go) => void check(go), dialog }
}

/** The referenced items that are not published, archived or in the trash. */
function hiddenTargets(item: EditableItem | null): ItemLabel[] {
  return Object.values(item?.items ?? {}).filter(
    ({ id, status, state }) =>
      id !== item?.id && (state !== 'active' || status === null || status === 'draft'),
  )
}

interface HiddenTargetsProps {
  hidden: ItemLabel[]
  onCancel: () => void
  onGo: () => void
}

function HiddenTargets({ hidden, onCancel, onGo }: HiddenTargetsProps) {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const more = hidden.length - maxNamed
  const title = t('hiddenTargets.ask', { count: format.number(hidden.length) })
  return (
    <ConfirmDialog
      title={title}
      action={t('hiddenTargets.publish')}
      onCancel={onCancel}
      onConfirm={onGo}
    >
      <ul className={classes.list}>
        {hidden.slice(0, maxNamed).map(({ id, title: name, state, status }) => (
          <li key={id}>
            <Anchor component={Link} to={`/${root}/contents/${id}`} size="sm" target="_blank">
              {name || t('common.untitled')}
            </Anchor>{' '}
            <StatusBadge status={state === 'active' ? (status ?? 'none') : state} />
          </li>
        ))}
        {more > 0 && <li>{t('item.moreReferrers', { count: format.number(more) })}</li>}
      </ul>
      <Text size="sm" my="md">
        {t('hiddenTargets.hint')}
      </Text>
    </ConfirmDialog>
  )
}
