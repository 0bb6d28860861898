import { Kbd, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash, type Icon } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { TextKey } from '../../i18n/en/en.ts'
import { useText } from '../../i18n/text.tsx'
import { modifier } from '../../layout/finding/modifier.ts'
import { selectedBlocks, type BlockRange } from './block-commands.ts'
import { paragraph, styles } from './blocks.ts'

interface BlockMenuProps {
  editor: Editor
  /** Undefined for the selected blocks. */
  range?: BlockRange | undefined
}

interface Action {
  key: TextKey
  icon: Icon
  shortcut?: string
  run: (editor: Editor, range?: BlockRange) => void
}

const actions: Action[] = [
  {
    key: 'text.moveUp',
    icon: IconArrowUp,
    shortcut: 'Alt Shift ↑',
    run: (editor, range) => editor.chain().focus().moveBlocks('up', range).run(),
  },
  {
    key: 'text.moveDown',
    icon: IconArrowDown,
    shortcut: 'Alt Shift ↓',
    run: (editor, range) => editor.chain().focus().moveBlocks('down', range).run(),
  },
  {
    key: 'text.duplicate',
    icon: IconCopy,
    shortcut: `${modifier} Shift D`,
    run: (editor, range) => editor.chain().focus().duplicateBlocks(range).run(),
  },
  {
    key: 'text.deleteBlock',
    icon: IconTrash,
    run: (editor, range) => editor.chain().focus().deleteBlocks(range).run(),
  },
]

/** The items of the menu for one block or the selected ones. */
export function BlockMenuItems({ editor, range }: BlockMenuProps) {
  const t = useText()
  return (
    <>
      {actions.map(({ key, icon: Drawing, shortcut, run }) => (
        <Menu.Item
          key={key}
          leftSection={<Drawing size={16} aria-hidden />}
          rightSection={shortcut && <Kbd size="xs">{shortcut}</Kbd>}
          onClick={() => run(editor, range)}
        >
          {t(key)}
        </Menu.Item>
      ))}
      {hasText(editor, range) && (
        <>
          <Menu.Label>{t('text.turnInto')}</Menu.Label>
          {[paragraph, ...styles].map(({ key, icon: Drawing, apply }) => (
            <Menu.Item
              key={key}
              leftSection={<Drawing size={16} aria-hidden />}
              onClick={() => {
                const { from, to } = range ?? selectedBlocks(editor.state)
                const chain = editor
                  .chain()
                  .focus()
                  .command(({ tr }) => {
                    const start = TextSelection.near(tr.doc.resolve(from + 1), 1)
                    const end = TextSelection.near(tr.doc.resolve(to - 1), -1)
                    tr.setSelection(TextSelection.create(tr.doc, start.from, end.to))
                    return true
                  })
                apply(chain.clearNodes())
                  .command(({ tr }) => {
                    tr.setSelection(TextSelection.near(tr.doc.resolve(tr.selection.to), -1))
                    return true
                  })
                  .run()
              }}
            >
              {t(key)}
            </Menu.Item>
          ))}
        </>
      )}
    </>
  )
}

const wholes = ['figure', 'table', 'box', 'horizontalRule', 'preservedBlock']

/** Whether the blocks consist of text, so that they can become headings or lists. */
function hasText({ state }: Editor, range = selectedBlocks(state)): boolean {
  let isText = true
  state.doc.nodesBetween(range.from, range.to, (node) => {
    if (wholes.includes(node.type.name)) isText = false
    return isText
  })
  return isText
}
