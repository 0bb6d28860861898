import { ActionIcon, Kbd, Menu } from '@mantine/core'
import type { EditableItem, ItemAction } from '@octavo/schema/admin/items.ts'
import { IconDots } from '@tabler/icons-react'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { modifier } from '../../layout/finding/modifier.ts'
import type { ReviewPurpose } from './review/review.tsx'

interface ActionMenuProps {
  item: EditableItem
  language: string
  canPublish: boolean
  isNarrow: boolean
  onSave: () => void
  /** Null: all languages. */
  onChange: (action: ItemAction, language: string | null) => void
  onReview: (purpose: ReviewPurpose) => void
  onDuplicate: () => void
  onRemoveLanguage: () => void
  onSchedule: () => void
  onGather: () => void
}

/** The menu of further actions on an item. */
export function ActionMenu(props: ActionMenuProps) {
  const { item, language, canPublish, isNarrow, onSave, onChange, onReview } = props
  const { onDuplicate, onRemoveLanguage, onSchedule, onGather } = props
  const t = useText()
  const format = useFormat()
  const { schema, can } = useSession()
  const own = item.languages.find((one) => one.language === language)
  const hasOtherDrafts = item.languages.some(
    (one) => one.language !== language && one.draft !== null,
  )
  const isMany = schema.root.languages.length > 1
  const mayPublish = can('editor')
  /** Writers may not change what is published. */
  const unless = (isPublic: boolean) =>
    !mayPublish && isPublic ? { disabled: true, title: t('item.draftsOnly') } : {}
  const isPublic = item.languages.some((one) => one.published !== null)
  const isLive = own?.published !== null && own?.published !== undefined
  const ofData = (
    <>
      <Menu.Item rightSection={!isNarrow && <Kbd size="xs">{modifier} S</Kbd>} onClick={onSave}>
        {t('item.saveNow')}
      </Menu.Item>
      {mayPublish && (hasOtherDrafts || (isMany && canPublish)) && (
        <Menu.Item onClick={() => onChange('publish', null)}>{t('item.publishAll')}</Menu.Item>
      )}
      {isLive && (
        <Menu.Item {...unless(true)} onClick={() => onChange('unpublish', language)}>
          {t('item.unpublish')}
        </Menu.Item>
      )}
      <Menu.Item
        {...(mayPublish ? {} : { disabled: true, title: t('item.draftsOnly') })}
        onClick={onSchedule}
      >
        {t('schedule.menu')}
      </Menu.Item>
      <Menu.Item onClick={onGather}>{t('release.add')}</Menu.Item>
      {isLive && own.draft === null && (
        <Menu.Item onClick={() => onChange('addDraft', language)}>{t('item.addDraft')}</Menu.Item>
      )}
      {isLive && own.draft !== null && (
        <>
          <Menu.Item onClick={() => onReview('review')}>{t('review.menu')}</Menu.Item>
          <Menu.Item onClick={() => onReview('discard')}>{t('item.discardDraft')}</Menu.Item>
        </>
      )}
    </>
  )
  const hasOtherData = item.languages.some(
    (one) => one.language !== language && (one.draft ?? one.published) !== null,
  )
  const isRemovable = language !== schema.mainLanguage.key && hasOtherData
  const ofItem = (
    <>
      {own && isRemovable && (
        <Menu.Item {...unless(isLive)} onClick={onRemoveLanguage}>
          {t('item.removeLanguage', { language: format.language(language) })}
        </Menu.Item>
      )}
      <Menu.Item onClick={onDuplicate}>{t('action.duplicate')}</Menu.Item>
      <Menu.Item {...unless(isPublic)} onClick={() => onChange('archive', null)}>
        {t('item.archive')}
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        {...unless(isPublic)}
        onClick={() => onChange('delete', null)}
      >
        {t('item.delete')}
      </Menu.Item>
    </>
  )
  // On narrow screens it opens upwards from the thumb, so Delete is kept at a distance.
  return (
    <Menu width={300}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('action.more')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isNarrow ? ofItem : ofData}
        <Menu.Divider />
        {isNarrow ? ofData : ofItem}
      </Menu.Dropdown>
    </Menu>
  )
}
