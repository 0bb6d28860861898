/** Parts of the app that come when they are needed. One that does not come says so in its place. */
import { Button, Group, Loader, Modal, Text } from '@mantine/core'
import { use, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import type { TextKey } from '../i18n/en/en.ts'
import { useText } from '../i18n/text.tsx'
import { Message } from './message.tsx'
import { createPart, type Absence } from './part.ts'

interface PlaceProps {
  title: string
  children: ReactNode
  action: ReactNode
}

const hints: Record<Absence, TextKey> = {
  unreachable: 'common.offline',
  replaced: 'part.replaced',
  unknown: 'part.unknown',
}

/** Waits as React's `lazy` does, with what `Suspense` shows; `Place` says where it did not come. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Place: ComponentType<Props & PlaceProps> = InPlace,
) {
  const part = createPart(load)

  function Later(props: Props) {
    const t = useText()
    const state = useSyncExternalStore(part.subscribe, part.get)
    if (!state) {
      use(part.fetch())
      return null
    }
    if (state.Part) return <state.Part {...props} />
    const { absence } = state
    return (
      <Place
        {...props}
        title={t('part.missing')}
        action={<WaysOn absence={absence} fetchPart={part.fetch} />}
      >
        {t(hints[absence])}
      </Place>
    )
  }

  // The router waits for it before it shows a screen, and calls it when a link is pointed at.
  return Object.assign(Later, { preload: part.fetch })
}

interface WaysOnProps {
  absence: Absence
  fetchPart: () => Promise<void>
}

function WaysOn({ absence, fetchPart }: WaysOnProps) {
  const t = useText()
  const [isTrying, setIsTrying] = useState(false)
  const tryAgain = async (): Promise<void> => {
    setIsTrying(true)
    await fetchPart()
    setIsTrying(false)
  }
  return (
    <Group gap="xs">
      {absence !== 'replaced' && (
        // Mantine's own way to show it would take the focus away.
        <Button
          variant="default"
          leftSection={isTrying && <Loader size={14} aria-label={t('common.loading')} />}
          onClick={() => void tryAgain()}
        >
          {t('action.retry')}
        </Button>
      )}
      {/* Without a server it would end in an empty page. */}
      {absence !== 'unreachable' && (
        <Button variant="default" onClick={() => location.reload()}>
          {t('action.reload')}
        </Button>
      )}
    </Group>
  )
}

export function InPlace({
  title,
  children,
  action,
  isAlone = false,
}: PlaceProps & { isAlone?: boolean }) {
  return (
    <div role="alert">
      <Message title={title} action={action} isAlone={isAlone}>
        {children}
      </Message>
    </div>
  )
}

/** For a whole screen: nothing else is its heading. */
export function Alone(props: PlaceProps) {
  return <InPlace {...props} isAlone />
}

export function InDialog({
  title,
  children,
  action,
  onClose,
}: PlaceProps & { onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Text mb="md">{children}</Text>
      {action}
    </Modal>
  )
}
