import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '../../layout/brand.tsx'
import { useTitle } from '../../layout/page-header.tsx'
import classes from './card.module.css'
import { LanguageChoice } from './language-choice.tsx'

interface CardProps {
  title: string
  hint?: string
  children: ReactNode
}

/** The card of the sign-in and setup pages. */
export function Card({ title, hint, children }: CardProps) {
  useTitle(title)
  return (
    <main className={classes.page}>
      <Brand />
      <Paper className={classes.card} withBorder p="xl">
        <Title order={1} size="h3" mb={hint === undefined ? 'md' : 4}>
          {title}
        </Title>
        {hint !== undefined && (
          <Text c="dimmed" size="sm" mb="md">
            {hint}
          </Text>
        )}
        {children}
      </Paper>
      <LanguageChoice />
    </main>
  )
}
