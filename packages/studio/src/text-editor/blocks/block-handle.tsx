import { Menu } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEffect, useState, type DragEvent } from 'react'
import { useMountedDom } from '../use-mounted-dom.ts'
import { useText } from '../../i18n/text.tsx'
import type { BlockRange } from './block-commands.ts'
import { BlockMenuItems } from './block-menu.tsx'
import classes from './blocks.module.css'

interface Hovered extends BlockRange {
  element: HTMLElement
}

/** A handle beside the block under the pointer: drag it, or click it for the menu. */
export function BlockHandle({ editor }: { editor: Editor }) {
  const t = useText()
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const mounted = useMountedDom(editor)
  useEffect(() => {
    if (!mounted) return undefined
    const area = mounted.closest<HTMLElement>('[data-text-area]') ?? mounted
    const follow = ({ target }: PointerEvent): void => {
      if (isOpen || !(target instanceof Element)) return
      const element = blockAround(target, mounted)
      if (element) setHovered((now) => (now?.element === element ? now : find(editor, element)))
    }
    const leave = (): void => setHovered((now) => (isOpen ? now : null))
    area.addEventListener('pointermove', follow)
    area.addEventListener('pointerleave', leave)
    editor.on('update', leave)
    return () => {
      area.removeEventListener('pointermove', follow)
      area.removeEventListener('pointerleave', leave)
      editor.off('update', leave)
    }
  }, [editor, mounted, isOpen])
  if (!hovered) return null
  const drag = (event: DragEvent): void => {
    const { view } = editor
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, hovered.from)))
    const slice = view.state.selection.content()
    const { dom, text } = view.serializeForClipboard(slice)
    event.dataTransfer.clearData()
    event.dataTransfer.setData('text/html', dom.innerHTML)
    event.dataTransfer.setData('text/plain', text)
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setDragImage(hovered.element, 0, 0)
    view.dragging = { slice, move: true }
  }
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        {/* The toolbar has the same menu for keyboards. */}
        <button
          type="button"
          tabIndex={-1}
          className={classes.handle}
          style={{ top: hovered.element.offsetTop }}
          aria-label={t('text.blockMenu')}
          title={t('text.blockHandle')}
          draggable
          onDragStart={drag}
          onDragEnd={() => {
            editor.view.dragging = null
          }}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <BlockMenuItems editor={editor} range={hovered} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The direct child of the text that contains the element. */
function blockAround(target: Element, dom: HTMLElement): HTMLElement | null {
  let element: Element | null = target
  while (element && element.parentElement !== dom) element = element.parentElement
  return element instanceof HTMLElement ? element : null
}

function find({ view, state: { doc } }: Editor, element: HTMLElement): Hovered | null {
  let found: Hovered | null = null
  doc.forEach((node, from) => {
    if (view.nodeDOM(from) === element) found = { element, from, to: from + node.nodeSize }
  })
  return found
}
