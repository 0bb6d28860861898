import { Button, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import review from '../review/review.module.css'
import { ComparedFields } from './compared-fields.tsx'
import { NameForm } from './name-form.tsx'
import { RestoreButton } from './restore-button.tsx'
import classes from './history.module.css'
import { useRevisionTexts } from './revision-texts.ts'
import { useRevisions } from './revisions-query.ts'
import { useCompared } from './use-compared.ts'
import { useRevert } from './use-revert.ts'

interface CompareProps {
  store: DraftStore
  item: EditableItem
  revision: number
  language: string
  onClose: () => void
}

const now = 'now'

/** Compares two revisions of a language, or one with the current version, and restores the first one. */
export function Compare({ store, item, revision, language, onClose }: CompareProps) {
  const t = useText()
  const { can } = useSession()
  const { lineText } = useRevisionTexts(item.model)
  const isNarrow = useMediaQuery('(max-width: 52em)') ?? false
  const { list = [], more, isFetchingMore } = useRevisions(item.id, language)
  const [left, setLeft] = useState(revision)
  const [right, setRight] = useState<number | null>(null)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const { sides, changed, others, error } = useCompared({ store, item, language, left, right })
  const revert = useRevert(store, onClose)
  const failure = error ?? revert.error
  const isActive = item.archivedAt === null && item.deletedAt === null
  const canRestore = isActive && can('writer') && right === null
  const restored = changed.flatMap(({ luid }) => (leftOut.has(luid) ? [] : [luid]))
  const isRestorable = canRestore && sides !== undefined && changed.length > 0
  const options = list.map((one) => ({ value: String(one.revision), label: lineText(one) }))
  const choice = {
    isChosen: (luid: string) => !leftOut.has(luid),
    toggle: (luid: string) => setLeftOut(toggled(leftOut, luid)),
  }
  const numberText = (number: number) => t('history.number', { number })
  return (
    <Dialog onClose={onClose} size={1040} fullScreen={isNarrow} title={t('history.compare')}>
      <div className={classes.pickers}>
        <Select
          label={t('history.revision')}
          data={options}
          value={String(left)}
          allowDeselect={false}
          onChange={(value) => setLeft(Number(value))}
        />
        <Select
          label={t('history.compareWith')}
          data={[{ value: now, label: t('history.now') }, ...options]}
          value={String(right ?? now)}
          allowDeselect={false}
          onChange={(value) => setRight(value === now ? null : Number(value))}
        />
      </div>
      {more && (
        <Button size="compact-sm" variant="subtle" loading={isFetchingMore} onClick={more}>
          {t('item.moreHistory')}
        </Button>
      )}
      {failure && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {errorText(failure, t)}
        </Text>
      )}
      {!sides && !failure && <Text size="sm">{t('common.loading')}</Text>}
      {sides && (
        <ComparedFields
          sides={sides}
          changed={changed}
          language={language}
          names={{
            before: numberText(left),
            after: right === null ? t('history.now') : numberText(right),
          }}
          others={others}
          {...(canRestore && { choice })}
        />
      )}
      {can('writer') && (
        <NameForm
          key={`${left} ${list.length > 0}`}
          itemId={item.id}
          revision={left}
          name={list.find((one) => one.revision === left)?.name ?? ''}
        />
      )}
      <div className={review.foot}>
        {isRestorable && (
          <Text size="sm" c="dimmed" style={{ alignSelf: 'center', marginInlineEnd: 'auto' }}>
            {t('history.restoreHint')}
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
        {isRestorable && (
          <RestoreButton
            count={restored.length}
            isComplete={restored.length === changed.length}
            isPending={revert.isPending}
            onRestore={(isComplete) =>
              revert.mutate({ revision: left, language, ...(!isComplete && { fields: restored }) })
            }
          />
        )}
      </div>
    </Dialog>
  )
}

function toggled(luids: ReadonlySet<string>, luid: string): ReadonlySet<string> {
  const next = new Set(luids)
  if (!next.delete(luid)) next.add(luid)
  return next
}
