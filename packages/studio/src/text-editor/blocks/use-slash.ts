import type { Editor } from '@tiptap/core'
import type { SuggestionProps } from '@tiptap/suggestion'
import { useMemo, useRef, useState } from 'react'
import { removeTyped, type Block } from './blocks.ts'
import type { SlashListener } from './slash-menu.ts'
import { useBlocks } from './use-blocks.ts'

/** The state of the "/" menu, driven by the editor. */
export function useSlash(onMake: (block: Block, editor: Editor) => void) {
  const find = useBlocks()
  const [menu, setMenu] = useState<SuggestionProps | null>(null)
  const [at, setAt] = useState(0)
  const found = menu ? find(menu.query) : []
  const choose = (block: Block): void => {
    if (!menu) return
    removeTyped(menu.editor, menu.range)
    onMake(block, menu.editor)
    setMenu(null)
  }
  const latest = useRef({ found, at, choose })
  latest.current = { found, at, choose }
  const listener = useMemo<SlashListener>(
    () => ({
      show: (props) => {
        setMenu(props && { ...props })
        setAt(0)
      },
      press: ({ event }) => {
        const { found: shown, at: now, choose: take } = latest.current
        // Ignores the Enter that confirms input method text.
        if (shown.length === 0 || event.isComposing) return false
        if (event.key === 'ArrowDown') setAt((now + 1) % shown.length)
        else if (event.key === 'ArrowUp') setAt((now + shown.length - 1) % shown.length)
        else if (event.key === 'Enter' && shown[now]) take(shown[now])
        else if (event.key === 'Escape') setMenu(null)
        else return false
        return true
      },
    }),
    [],
  )
  return { listener, menu, found, at, choose }
}
