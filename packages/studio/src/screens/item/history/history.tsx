import { Button, Text } from '@mantine/core'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import { InDialog, lazyPart } from '../../../layout/lazy-part.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { Section } from '../rail/section.tsx'
import classes from './history.module.css'
import { RevisionRow } from './revision-row.tsx'
import { useFreshRevisions, useRevisions } from './revisions-query.ts'

const Compare = lazyPart(async () => (await import('./compare.tsx')).Compare, InDialog)
const Erase = lazyPart(async () => (await import('./erase.tsx')).Erase, InDialog)

interface HistoryProps {
  store: DraftStore
  item: EditableItem
}

/** The revisions of the item as a timeline. */
export function History(props: HistoryProps) {
  const t = useText()
  return <Section title={t('item.history')}>{() => <Timeline {...props} />}</Section>
}

function Timeline({ store, item }: HistoryProps) {
  const t = useText()
  const { can } = useSession()
  const { list, error, more, isFetchingMore } = useRevisions(item.id)
  const [opened, setOpened] = useState<{ revision: number; language: string } | null>(null)
  const [isErasing, setErasing] = useState(false)
  useFreshRevisions(item.id, item.changedAt)
  if (error)
    return (
      <Text size="sm" role="alert" c="var(--mantine-color-error)">
        {errorText(error, t)}
      </Text>
    )
  if (!list) return <Quiet>{t('common.loading')}</Quiet>
  if (list.length === 0) return <Quiet>{t('history.none')}</Quiet>
  return (
    <>
      <ol className={classes.timeline}>
        {list.map((revision) => (
          <RevisionRow
            key={revision.revision}
            revision={revision}
            model={item.model}
            onOpen={() => setOpened({ revision: revision.revision, language: revision.language })}
          />
        ))}
      </ol>
      {more && (
        <Button size="compact-sm" variant="subtle" loading={isFetchingMore} onClick={more}>
          {t('item.moreHistory')}
        </Button>
      )}
      {can('owner') && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          c="inherit"
          onClick={() => setErasing(true)}
        >
          {t('erase.open')}
        </Button>
      )}
      {opened && <Compare store={store} item={item} {...opened} onClose={() => setOpened(null)} />}
      {isErasing && <Erase store={store} item={item} onClose={() => setErasing(false)} />}
    </>
  )
}

function Quiet({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}
