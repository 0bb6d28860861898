import { Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  children?: ReactNode
}

export function PageHeader({ title, children }: PageHeaderProps) {
  useTitle(title)
  return (
    <div className={classes.header}>
      <Title order={1} size="h3" className={classes.title}>
        {title}
      </Title>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Octavo`
  }, [title])
}
