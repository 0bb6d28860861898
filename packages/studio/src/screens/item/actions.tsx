import { ActionIcon, Button, Kbd, Menu, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { ActionError } from './action-error.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import { useDraft } from './use-draft.ts'
import { useItemActions } from './use-item-actions.ts'

/** Publish is one press away at any scroll position; the rest is in a menu, in words. */
export function Actions({ store, language }: { store: DraftStore; language: string }) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const item = useDraft(store, (state) => state.item)
  const isUnsaved = useDraft(store, ({ saveState }) => saveState !== 'clean')
  const { change, duplicate } = useItemActions(store)
  const own = item?.languages.find((one) => one.language === language)
  const isAway = item !== null && (item.archivedAt !== null || item.deletedAt !== null)
  const isMany = schema.root.languages.length > 1
  const canPublish = isUnsaved || (own !== undefined && own.draft !== null)
  const hasOtherDrafts =
    item?.languages.some((one) => one.language !== language && one.draft !== null) ?? false
  const publish = () => !isAway && canPublish && change.mutate({ action: 'publish', language })
  useHotkeys(
    [
      ['mod+S', () => void store.flush()],
      ['mod+Enter', publish],
    ],
    [],
    true,
  )
  if (isAway) {
    return (
      <>
        <Button
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
      <ActionError errors={[change.error, duplicate.error]} store={store} />
      <Button disabled={!canPublish} loading={change.isPending} onClick={publish}>
        {t(isLive ? 'item.publishChanges' : 'item.publish')}
        {isMany && (
          <Text component="span" size="sm" ml={6} opacity={0.85}>
            {format.language(language)}
          </Text>
        )}
      </Button>
      {item && (
        <Menu width={270}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('action.more')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              rightSection={<Kbd size="xs">Ctrl S</Kbd>}
              onClick={() => void store.flush()}
            >
              {t('item.saveNow')}
            </Menu.Item>
            {(hasOtherDrafts || (isMany && canPublish)) && (
              <Menu.Item onClick={() => change.mutate({ action: 'publish', language: null })}>
                {t('item.publishAll')}
              </Menu.Item>
            )}
            {isLive && (
              <Menu.Item onClick={() => change.mutate({ action: 'unpublish', language })}>
                {t('item.unpublish')}
              </Menu.Item>
            )}
            {isLive && own.draft === null && (
              <Menu.Item onClick={() => change.mutate({ action: 'addDraft', language })}>
                {t('item.addDraft')}
              </Menu.Item>
            )}
            {isLive && own.draft !== null && (
              <Menu.Item onClick={() => change.mutate({ action: 'discardDraft', language })}>
                {t('item.discardDraft')}
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item onClick={() => duplicate.mutate()}>{t('action.duplicate')}</Menu.Item>
            <Menu.Item onClick={() => change.mutate({ action: 'archive', language: null })}>
              {t('item.archive')}
            </Menu.Item>
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() => change.mutate({ action: 'delete', language: null })}
            >
              {t('item.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
