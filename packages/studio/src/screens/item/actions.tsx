import { Button, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Model } from '@octavo/schema/definitions.ts'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { isHiding, useReferenceCheck } from '../../components/use-reference-check.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { InDialog, lazyPart } from '../../layout/lazy-part.tsx'
import { ActionError } from './action-error.tsx'
import { ActionMenu } from './action-menu.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { changesIn } from './review/changes.ts'
import { RemoveLanguage } from './remove-language.tsx'
import type { ReviewPurpose } from './review/review.tsx'
import { useDraft } from './use-draft.ts'
import { useSchedule } from './schedule/use-schedule.ts'
import { useItemActions } from './use-item-actions.ts'
import { useTargetCheck } from './use-target-check.tsx'

const Review = lazyPart(async () => (await import('./review/review.tsx')).Review, InDialog)

const hasPublic = (item: EditableItem): boolean =>
  item.languages.some(({ published }) => published !== null)

const ScheduleDialog = lazyPart(
  async () => (await import('./schedule/schedule-dialog.tsx')).ScheduleDialog,
  InDialog,
)

const AddToRelease = lazyPart(
  async () => (await import('../releases/add-to-release.tsx')).AddToRelease,
  InDialog,
)

interface ActionsProps {
  store: DraftStore
  model: Model
  language: string
  isNarrow: boolean
}

/** A Publish button that is always visible, and a menu with the other actions. */
export function Actions({ store, model, language, isNarrow }: ActionsProps) {
  const t = useText()
  const format = useFormat()
  const { schema, can } = useSession()
  const item = useDraft(store, (state) => state.item)
  const isUnsaved = useDraft(store, ({ saveState }) => saveState !== 'clean')
  const { change, duplicate } = useItemActions(store)
  const { check, dialog, error } = useReferenceCheck('item')
  const own = item?.languages.find((one) => one.language === language)
  const isInactive = item !== null && (item.archivedAt !== null || item.deletedAt !== null)
  const isMany = schema.root.languages.length > 1
  const mayPublish = can('editor')
  const hasDraft = isUnsaved || (own !== undefined && own.draft !== null)
  const canPublish = mayPublish && hasDraft
  const [purpose, setPurpose] = useState<ReviewPurpose | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  const [isGathering, setGathering] = useState(false)
  const { schedule } = useSchedule(store, () => setScheduling(false))
  const changed = useDraft(store, ({ values, item: now }) => changesIn(now, values, model).length)
  const targets = useTargetCheck(store)
  const publishIn = (only: string | null): void =>
    targets.check(() => change.mutate({ action: 'publish', language: only }))
  const publish = () => !isInactive && canPublish && publishIn(language)
  useHotkeys(
    [
      ['mod+S', () => void store.flush()],
      ['mod+Enter', publish],
    ],
    [],
    true,
  )
  if (isInactive) {
    return (
      <>
        <Button
          className={classes.mainAction}
          loading={change.isPending}
          {...(!mayPublish && hasPublic(item) && { disabled: true, title: t('item.draftsOnly') })}
          onClick={() => change.mutate({ action: 'restore', language: null })}
        >
          {t('action.restore')}
        </Button>
        <ActionError errors={[change.error]} store={store} />
      </>
    )
  }
  const isLive = own?.published !== null && own?.published !== undefined
  return (
    <>
      <ActionError errors={[change.error, duplicate.error, error]} store={store} />
      {changed > 0 && (
        <Button variant="default" className={classes.review} onClick={() => setPurpose('review')}>
          {t('review.open', { count: changed })}
        </Button>
      )}
      <Button
        className={classes.mainAction}
        disabled={!canPublish}
        {...(!mayPublish && { title: t('item.draftsOnly') })}
        loading={change.isPending}
        onClick={publish}
      >
        {t(isLive ? 'item.publishChanges' : 'item.publish')}
        {isMany && (
          <Text component="span" size="sm" ml={6} opacity={0.85}>
            {format.language(language)}
          </Text>
        )}
      </Button>
      {item && (
        <ActionMenu
          item={item}
          language={language}
          canPublish={canPublish}
          isNarrow={isNarrow}
          onSave={() => void store.flush()}
          onChange={(action, only) => {
            const go = () => change.mutate({ action, language: only })
            if (isHiding(action)) check({ action, ids: [item.id], go })
            else if (action === 'publish') publishIn(only)
            else go()
          }}
          onReview={setPurpose}
          onDuplicate={() => duplicate.mutate()}
          onRemoveLanguage={() => setRemoving(true)}
          onSchedule={() => {
            schedule.reset()
            setScheduling(true)
          }}
          onGather={() => setGathering(true)}
        />
      )}
      {item && isScheduling && (
        <ScheduleDialog
          item={item}
          language={language}
          hasDraft={hasDraft}
          isBusy={schedule.isPending}
          error={schedule.error}
          onEdit={schedule.reset}
          onSchedule={schedule.mutate}
          onClose={() => setScheduling(false)}
        />
      )}
      {item && isGathering && (
        <AddToRelease
          ids={[item.id]}
          prepare={() => store.flush()}
          onClose={() => setGathering(false)}
        />
      )}
      {dialog}
      {targets.dialog}
      {isRemoving && (
        <RemoveLanguage
          language={language}
          onClose={() => setRemoving(false)}
          onRemove={() => {
            setRemoving(false)
            change.mutate({ action: 'removeLanguage', language })
          }}
        />
      )}
      {purpose && (
        <Review
          store={store}
          model={model}
          language={language}
          purpose={purpose}
          onClose={() => setPurpose(null)}
          onPublish={(only) => {
            setPurpose(null)
            publishIn(only)
          }}
          onDiscard={(changes) => {
            setPurpose(null)
            change.mutate({ action: 'discardDraft', language, lost: changes })
          }}
        />
      )}
    </>
  )
}
