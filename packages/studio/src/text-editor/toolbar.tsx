import { Menu } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import type { Editor } from '@tiptap/core'
import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconPlus,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableOff,
} from '@tabler/icons-react'
import { useEditorState } from '@tiptap/react'
import { useSession } from '../api/session.tsx'
import { useText } from '../i18n/text.tsx'
import { blocks, type Block } from './blocks.ts'
import { JapaneseControls } from './japanese/japanese-controls.tsx'
import { LinkControl } from './link-control.tsx'

interface ToolbarProps {
  editor: Editor
  language: string
  onMake: (block: Block, editor: Editor) => void
}

export function Toolbar({ editor, language, onMake }: ToolbarProps) {
  const t = useText()
  const { schema } = useSession()
  const isInTable = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') })
  const own: Block[] =
    schema.root.settings.textElements.length > 0
      ? [{ key: 'text.element', keywords: '', make: 'element' }]
      : []
  return (
    <RichTextEditor.Toolbar sticky stickyOffset="var(--text-toolbar-top)">
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <LinkControl editor={editor} />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Menu position="bottom-start">
          <Menu.Target>
            <RichTextEditor.Control aria-label={t('text.insert')} title={t('text.insert')}>
              <IconPlus size={16} aria-hidden />
            </RichTextEditor.Control>
          </Menu.Target>
          <Menu.Dropdown>
            {[...blocks, ...own].map((block) => (
              <Menu.Item key={block.key} onClick={() => onMake(block, editor)}>
                {t(block.key)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </RichTextEditor.ControlsGroup>
      {isInTable && <TableControls editor={editor} />}
      {language === 'ja' && <JapaneseControls editor={editor} />}
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}

function TableControls({ editor }: { editor: Editor }) {
  const t = useText()
  const actions = [
    {
      label: t('text.addRow'),
      icon: IconRowInsertBottom,
      run: () => editor.chain().focus().addRowAfter().run(),
    },
    {
      label: t('text.addColumn'),
      icon: IconColumnInsertRight,
      run: () => editor.chain().focus().addColumnAfter().run(),
    },
    {
      label: t('text.deleteRow'),
      icon: IconRowRemove,
      run: () => editor.chain().focus().deleteRow().run(),
    },
    {
      label: t('text.deleteColumn'),
      icon: IconColumnRemove,
      run: () => editor.chain().focus().deleteColumn().run(),
    },
    {
      label: t('text.deleteTable'),
      icon: IconTableOff,
      run: () => editor.chain().focus().deleteTable().run(),
    },
  ]
  return (
    <RichTextEditor.ControlsGroup>
      {actions.map(({ label, icon: Drawing, run }) => (
        <RichTextEditor.Control key={label} aria-label={label} title={label} onClick={run}>
          <Drawing size={16} aria-hidden />
        </RichTextEditor.Control>
      ))}
    </RichTextEditor.ControlsGroup>
  )
}
