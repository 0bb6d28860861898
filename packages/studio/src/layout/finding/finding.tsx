/** Finds anything from anywhere: Ctrl+K opens the palette, "?" the keyboard shortcuts. */
import { useWindowEvent } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { usePlainKey } from '../../components/use-plain-key.ts'
import { InDialog, lazyPart } from '../lazy-part.tsx'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette, InDialog)
const Shortcuts = lazyPart(async () => (await import('./shortcuts.tsx')).Shortcuts, InDialog)

/** `children` gets the function that opens the palette. */
export function Finding({ children }: { children: (openPalette: () => void) => ReactNode }) {
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  const open = (what: typeof shown) => !isDialogOpen() && setShown(what)
  const close = (): void => setShown(null)
  useWindowEvent('keydown', (event) => {
    const isPaletteKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isPaletteKey || event.shiftKey || event.altKey || isRichText(event.target)) return
    // Browsers would move the focus to their address bar.
    event.preventDefault()
    open('palette')
  })
  usePlainKey('?', () => open('shortcuts'))
  return (
    <>
      {children(() => setShown('palette'))}
      {shown === 'palette' && (
        <Palette onClose={close} onShowShortcuts={() => setShown('shortcuts')} />
      )}
      {shown === 'shortcuts' && <Shortcuts onClose={close} />}
    </>
  )
}

/** In rich text, the key belongs to the text. */
function isRichText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.isContentEditable
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog]') !== null
}
