import { Menu } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Editor } from '@tiptap/core'
import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconFocusCentered,
  IconGripVertical,
  IconRowInsertBottom,
  IconRowRemove,
  IconSearch,
  IconTableOff,
} from '@tabler/icons-react'
import { useEditorState } from '@tiptap/react'
import { useText } from '../i18n/text.tsx'
import { modifier } from '../layout/finding/modifier.ts'
import { BlockMenuItems } from './blocks/block-menu.tsx'
import type { Block } from './blocks/blocks.ts'
import { InsertMenu } from './blocks/insert-menu.tsx'
import { JapaneseControls } from './japanese/japanese-controls.tsx'
import { LinkControl } from './links/link-control.tsx'
import classes from './text-editor.module.css'

interface ToolbarProps {
  editor: Editor
  language: string
  onMake: (block: Block, editor: Editor) => void
  onFind: () => void
  isFocused: boolean
  onFocusMode: () => void
  addLabels: (labels: Labels) => void
}

export function Toolbar(props: ToolbarProps) {
  const { editor, language, onMake, onFind, isFocused, onFocusMode, addLabels } = props
  const t = useText()
  const isInTable = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') })
  return (
    <RichTextEditor.Toolbar
      sticky
      stickyOffset="var(--text-toolbar-top)"
      className={classes.toolbar}
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <LinkControl editor={editor} addLabels={addLabels} />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <InsertMenu onMake={(block) => onMake(block, editor)} />
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <RichTextEditor.Control aria-label={t('text.blockMenu')} title={t('text.blockMenu')}>
              <IconGripVertical size={18} aria-hidden />
            </RichTextEditor.Control>
          </Menu.Target>
          <Menu.Dropdown>
            <BlockMenuItems editor={editor} />
          </Menu.Dropdown>
        </Menu>
      </RichTextEditor.ControlsGroup>
      {isInTable && <TableControls editor={editor} />}
      {language === 'ja' && <JapaneseControls editor={editor} />}
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Control
          aria-label={t('text.find')}
          title={`${t('text.find')} (${modifier} H)`}
          onClick={onFind}
        >
          <IconSearch size={18} aria-hidden />
        </RichTextEditor.Control>
        <RichTextEditor.Control
          aria-label={t('text.focusMode')}
          aria-pressed={isFocused}
          title={t('text.focusMode')}
          active={isFocused}
          onClick={onFocusMode}
        >
          <IconFocusCentered size={18} aria-hidden />
        </RichTextEditor.Control>
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
          <Drawing size={18} aria-hidden />
        </RichTextEditor.Control>
      ))}
    </RichTextEditor.ControlsGroup>
  )
}
