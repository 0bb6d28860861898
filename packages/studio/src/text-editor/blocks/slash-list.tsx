import { Paper } from '@mantine/core'
import type { SuggestionProps } from '@tiptap/suggestion'
import type { Block } from './blocks.ts'
import { BlockList } from './block-list.tsx'
import classes from './blocks.module.css'

interface SlashListProps {
  menu: SuggestionProps
  found: Block[]
  at: number
  onChoose: (block: Block) => void
}

const height = 340
const width = 330

/** The menu of the slash command, below or above the line with the caret. */
export function SlashList({ menu, found, at, onChoose }: SlashListProps) {
  const place = menu.clientRect?.()
  if (!place || found.length === 0) return null
  const below = window.innerHeight - place.bottom - 12
  const above = place.top - 12
  const isAbove = below < height && above > below
  return (
    <Paper
      shadow="md"
      withBorder
      className={classes.slash}
      style={{
        left: Math.max(8, Math.min(place.left, window.innerWidth - width - 8)),
        // Never over the line, so that the typed text stays visible.
        maxHeight: Math.min(height, isAbove ? above : below),
        ...(isAbove ? { bottom: window.innerHeight - place.top + 6 } : { top: place.bottom + 6 }),
      }}
    >
      <BlockList id="insert-blocks" found={found} at={at} onChoose={onChoose} />
    </Paper>
  )
}
