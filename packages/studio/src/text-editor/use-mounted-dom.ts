import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'

/** The element of the editor. Null while the editor is not mounted: its view must not be used then. */
export function useMountedDom(editor: Editor): HTMLElement | null {
  const [dom, setDom] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const take = (): void => setDom(editor.view.dom)
    const leave = (): void => setDom(null)
    if (editor.isInitialized) take()
    editor.on('create', take)
    editor.on('unmount', leave)
    return () => {
      editor.off('create', take)
      editor.off('unmount', leave)
      leave()
    }
  }, [editor])
  return dom
}
