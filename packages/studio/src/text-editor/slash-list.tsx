import { Paper } from '@mantine/core'
import type { SuggestionProps } from '@tiptap/suggestion'
import { useEffect, useRef } from 'react'
import { useText } from '../i18n/text.tsx'
import type { Block } from './blocks.ts'
import classes from './text-editor.module.css'

interface SlashListProps {
  menu: SuggestionProps
  found: Block[]
  at: number
  onChoose: (block: Block) => void
}

/** The menu of the slash command. The focus stays in the text; the arrow keys move in the menu. */
export function SlashList({ menu, found, at, onChoose }: SlashListProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const place = menu.clientRect?.()
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  if (!place || found.length === 0) return null
  const isLow = place.bottom + 300 > window.innerHeight
  return (
    <Paper
      ref={list}
      shadow="md"
      withBorder
      role="listbox"
      aria-label={t('text.insert')}
      className={classes.slash}
      style={{
        left: Math.min(place.left, window.innerWidth - 240),
        ...(isLow ? { bottom: window.innerHeight - place.top + 6 } : { top: place.bottom + 6 }),
      }}
    >
      {found.map((block, index) => (
        <div
          key={block.key}
          role="option"
          aria-selected={index === at}
          className={classes.slashOption}
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(block)
          }}
        >
          {t(block.key)}
        </div>
      ))}
    </Paper>
  )
}
