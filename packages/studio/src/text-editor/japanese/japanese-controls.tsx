import { Menu } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconLanguageHiragana, IconLetterCase } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { changeSelectedText } from './change-selected-text.ts'
import { rubyAt, type Ruby } from './ruby.ts'
import { RubyDialog } from './ruby-dialog.tsx'
import { toFullWidth, toHalfWidth } from './width.ts'

/** Ruby and the width of characters, for Japanese text. */
export function JapaneseControls({ editor }: { editor: Editor }) {
  const t = useText()
  const [ruby, setRuby] = useState<Ruby | null>(null)
  const width = t('translation.widthOfSelection')
  return (
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.Control
        aria-label={t('translation.ruby')}
        title={t('translation.ruby')}
        onClick={() => setRuby(rubyAt(editor))}
      >
        <IconLanguageHiragana size={16} aria-hidden />
      </RichTextEditor.Control>
      <Menu position="bottom-start">
        <Menu.Target>
          <RichTextEditor.Control aria-label={width} title={width}>
            <IconLetterCase size={16} aria-hidden />
          </RichTextEditor.Control>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => changeSelectedText(editor, toFullWidth)}>
            {t('translation.fullWidth')}
          </Menu.Item>
          <Menu.Item onClick={() => changeSelectedText(editor, toHalfWidth)}>
            {t('translation.halfWidth')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {ruby && <RubyDialog editor={editor} ruby={ruby} onClose={() => setRuby(null)} />}
    </RichTextEditor.ControlsGroup>
  )
}
