import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface MessageProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Where nothing else on the page is its heading. */
  isAlone?: boolean
}

/** One sentence and at most one thing to do: what an empty place shows. */
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
