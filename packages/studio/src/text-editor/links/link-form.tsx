import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import { use } from 'react'
import { ItemPicker } from '../../components/item-picker.tsx'
import { useText } from '../../i18n/text.tsx'
import { TextLabelsContext } from '../labels-context.ts'

export interface LinkDraft {
  href: string
  isNewWindow: boolean
  /** The linked item; null for a link to a URL. */
  itemId: number | null
}

interface LinkFormProps {
  draft: LinkDraft
  isActive: boolean
  onDraft: (draft: LinkDraft) => void
  onApply: (draft: LinkDraft) => void
  onItem: (row: ContentRow) => void
}

export function LinkForm({ draft, isActive, onDraft, onApply, onItem }: LinkFormProps) {
  const t = useText()
  const labels = use(TextLabelsContext)
  const { itemId } = draft
  return (
    <form
      aria-label={t('text.link')}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onApply(draft)
      }}
    >
      <Stack gap="sm">
        {itemId !== null && (
          <Text size="sm">
            {t('text.linkedItem', {
              title: labels.items[itemId]?.title || t('text.embedContent', { id: itemId }),
            })}
          </Text>
        )}
        <TextInput
          data-autofocus
          label={t('text.linkAddress')}
          placeholder="https://"
          inputMode="url"
          value={draft.href}
          onChange={({ currentTarget }) => onDraft({ ...draft, href: currentTarget.value })}
        />
        <Checkbox
          label={t('text.linkNewWindow')}
          checked={draft.isNewWindow}
          onChange={({ currentTarget }) =>
            onDraft({ ...draft, isNewWindow: currentTarget.checked })
          }
        />
        <ItemPicker
          models={[]}
          name={t('text.linkItem')}
          label={t('text.linkItem')}
          isInPlace
          onChoose={onItem}
        />
        <Group justify="flex-end" gap="xs">
          {isActive && (
            <Button
              variant="subtle"
              color="gray"
              c="inherit"
              size="xs"
              onClick={() => onApply({ ...draft, href: '' })}
            >
              {t('text.linkRemove')}
            </Button>
          )}
          <Button type="submit" size="xs" disabled={!isActive && draft.href.trim() === ''}>
            {t('action.apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
