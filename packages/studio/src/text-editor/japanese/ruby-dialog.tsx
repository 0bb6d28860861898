import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { useText } from '../../i18n/text.tsx'
import { insertRuby, type Ruby } from './ruby.ts'

interface RubyDialogProps {
  editor: Editor
  ruby: Ruby
  onClose: () => void
}

export function RubyDialog({ editor, ruby, onClose }: RubyDialogProps) {
  const t = useText()
  const [{ base, reading }, setRuby] = useState(ruby)
  return (
    <Dialog onClose={onClose} title={t('translation.ruby')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // The form of the item is around it in the tree of React.
          event.stopPropagation()
          onClose()
          insertRuby(editor, { base: base.trim(), reading: reading.trim() })
        }}
      >
        <Stack>
          <TextInput
            lang="ja"
            label={t('translation.rubyBase')}
            value={base}
            required
            {...(ruby.base === '' && { 'data-autofocus': true })}
            onChange={({ currentTarget }) => setRuby({ base: currentTarget.value, reading })}
          />
          <TextInput
            lang="ja"
            label={t('translation.rubyReading')}
            value={reading}
            {...(ruby.base !== '' && { 'data-autofocus': true })}
            onChange={({ currentTarget }) => setRuby({ base, reading: currentTarget.value })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" disabled={base.trim() === ''}>
              {t('translation.rubyInsert')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
