/** Parts of the app that come when they are needed. One that does not come says so in its place. */
import { Button, Group, Loader, Text } from '@mantine/core'
import { use, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { Dialog } from '../components/dialog.tsx'
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

const writable = '[contenteditable="true"], input, textarea, select'
const longestMountMs = 2000

/** A button that gives way to what it brought would leave the focus to nobody. */
function focusWhatReplaces(button: Element): () => void {
  const around: Element[] = []
  for (let one: Element | null = button; one; one = one.parentElement) around.push(one)
  const observer = new MutationObserver(() => {
    if (button.isConnected || document.activeElement !== document.body) return
    const place = around.find((one) => one.isConnected)
    const comer = place?.querySelector<HTMLElement>(writable)
    if (!comer) return
    comer.focus()
    observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  return () => observer.disconnect()
}

interface WaysOnProps {
  absence: Absence
  fetchPart: () => Promise<void>
}

function WaysOn({ absence, fetchPart }: WaysOnProps) {
  const t = useText()
  const [isTrying, setIsTrying] = useState(false)
  const tryAgain = async (button: Element): Promise<void> => {
    setIsTrying(true)
    const stopWatching = focusWhatReplaces(button)
    await fetchPart()
    setIsTrying(false)
    setTimeout(stopWatching, longestMountMs)
  }
  return (
    <Group gap="xs">
      {absence !== 'replaced' && (
        // Mantine's own way to show it would take the focus away.
        <Button
          variant="default"
          leftSection={isTrying && <Loader size={14} aria-label={t('common.loading')} />}
          onClick={({ currentTarget }) => void tryAgain(currentTarget)}
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
  return (
    <Dialog onClose={onClose} title={title}>
      <Text mb="md">{children}</Text>
      {action}
    </Dialog>
  )
}
