import { ActionIcon, TextInput } from '@mantine/core'
import { isUrl } from '@octavo/schema/formats.ts'
import { IconExternalLink, IconWorld } from '@tabler/icons-react'
import { useText } from '../../i18n/text.tsx'
import { textLines, textSummary, type FieldEditor } from '../field-editor.ts'
import { useTextInput } from '../use-text-input.tsx'

export const url: FieldEditor<'url'> = {
  icon: IconWorld,
  isAside: false,
  summary: textSummary,
  lines: textLines,
  Editor(props) {
    const t = useText()
    const input = useTextInput(props)
    return (
      <TextInput
        {...input}
        inputMode="url"
        placeholder={props.field.placeholder ?? 'https://'}
        spellCheck={false}
        rightSection={
          isUrl(input.value) && (
            <ActionIcon
              component="a"
              href={input.value}
              target="_blank"
              rel="noopener noreferrer"
              variant="subtle"
              color="gray"
              aria-label={t('action.open')}
            >
              <IconExternalLink size={16} aria-hidden />
            </ActionIcon>
          )
        }
      />
    )
  },
}
