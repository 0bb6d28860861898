import { Button, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { Model } from '@octavo/schema/definitions.ts'
import { Suspense, useState } from 'react'
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
import { useItemActions } from './use-item-actions.ts'

const Review = lazyPart(async () => (await import('./review/review.tsx')).Review, InDialog)

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
  const { schema } = useSession()
  const item = useDraft(store, (state) => state.item)
  const isUnsaved = useDraft(store, ({ saveState }) => saveState !== 'clean')
  const { change, duplicate } = useItemActions(store)
  const { check, dialog, error } = useReferenceCheck('item')
  const own = item?.languages.find((one) => one.language === language)
  const isInactive = item !== null && (item.archivedAt !== null || item.deletedAt !== null)
  const isMany = schema.root.languages.length > 1
  const canPublish = isUnsaved || (own !== undefined && own.draft !== null)
  const [purpose, setPurpose] = useState<ReviewPurpose | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const changed = useDraft(store, ({ values, item: now }) => changesIn(now, values, model).length)
  const publish = () => !isInactive && canPublish && change.mutate({ action: 'publish', language })
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
            else go()
          }}
          onReview={setPurpose}
          onDuplicate={() => duplicate.mutate()}
          onRemoveLanguage={() => setRemoving(true)}
        />
      )}
      {dialog}
      <RemoveLanguage
        language={language}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onRemove={() => {
          setRemoving(false)
          change.mutate({ action: 'removeLanguage', language })
        }}
      />
      {purpose && (
        <Suspense>
          <Review
            store={store}
            model={model}
            language={language}
            purpose={purpose}
            onClose={() => setPurpose(null)}
            onPublish={(only) => {
              setPurpose(null)
              change.mutate({ action: 'publish', language: only })
            }}
            onDiscard={(changes) => {
              setPurpose(null)
              change.mutate({ action: 'discardDraft', language, lost: changes })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
