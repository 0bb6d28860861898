import { Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** Where the page belongs, and its state: a line above the title. */
  above?: ReactNode
  children?: ReactNode
}

export function PageHeader({ title, above, children }: PageHeaderProps) {
  useTitle(title)
  return (
    <div className={classes.header}>
      <div className={classes.titles}>
        {above && <div className={classes.above}>{above}</div>}
        <Title order={1} size="h3" className={classes.title}>
          {title}
        </Title>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Octavo`
  }, [title])
}
