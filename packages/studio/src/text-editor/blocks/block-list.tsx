import { Fragment, useEffect, useRef } from 'react'
import { useText } from '../../i18n/text.tsx'
import type { Block } from './blocks.ts'
import classes from './blocks.module.css'

interface BlockListProps {
  id: string
  found: Block[]
  /** The index of the active option. */
  at: number
  onChoose: (block: Block) => void
}

export const optionId = (listId: string, at: number): string => `${listId}-${at}`

/** The blocks to insert, by group. The focus stays in the text or the search; the arrow keys move here. */
export function BlockList({ id, found, at, onChoose }: BlockListProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('text.insert')} className={classes.list}>
      {found.map((block, index) => (
        <Fragment key={block.key}>
          {block.group !== found[index - 1]?.group && (
            <div role="presentation" className={classes.group}>
              {t(block.group)}
            </div>
          )}
          <div
            id={optionId(id, index)}
            role="option"
            aria-selected={index === at}
            className={classes.option}
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(block)
            }}
          >
            <block.icon size={18} stroke={1.6} aria-hidden />
            <span className={classes.name}>{t(block.key)}</span>
            <span className={classes.hint}>{t(block.hint)}</span>
          </div>
        </Fragment>
      ))}
    </div>
  )
}
