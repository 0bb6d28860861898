import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface MessageProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Whether the title is the heading of the page. */
  isAlone?: boolean
}

/** An empty state: one sentence and at most one action. */
export function Message({ title, children, action, isAlone = false }: MessageProps) {
  return (
    <Stack align="center" gap="xs" py={72} px="md" ta="center">
      <Title order={isAlone ? 1 : 2} size="h4">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw={440}>
          {children}
        </Text>
      )}
      {action !== undefined && <div>{action}</div>}
    </Stack>
  )
}
