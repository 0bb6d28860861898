import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './contents.module.css'
import { pageOf, pageSize } from './list-search.ts'

interface PagesProps {
  total: number
  page: string | undefined
  onChange: (page: string | undefined) => void
  size?: number
  /** At the start of the bar. */
  children?: ReactNode
}

export function Pages({ total, page, onChange, size = pageSize, children }: PagesProps) {
  const t = useText()
  const format = useFormat()
  if (total === 0) return null
  const at = pageOf(page)
  const from = at * size + 1
  const to = Math.min(total, from + size - 1)
  const go = (next: number): void => onChange(next === 0 ? undefined : String(next + 1))
  return (
    <div className={classes.pages}>
      {children}
      <span>
        {t('common.page', {
          from: format.number(from),
          to: format.number(to),
          total: format.number(total),
        })}
      </span>
      <ActionIcon
        variant="default"
        aria-label={t('action.previous')}
        disabled={at === 0}
        onClick={() => go(at - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('action.next')}
        disabled={to >= total}
        onClick={() => go(at + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
