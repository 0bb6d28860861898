/** Lazily loaded parts of the app. A part that fails to load shows an error in its place. */
import { Button, Group, Text } from '@mantine/core'
import { useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { Dialog } from '../components/dialog.tsx'
import type { TextKey } from '../i18n/en/en.ts'
import { useText } from '../i18n/text.tsx'
import { Message } from './message.tsx'
import { createPart, type Absence } from './part.ts'
import { Loading } from '../components/loading.tsx'

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

/**
 * `Place` shows the error if the part fails to load, `Waiting` what is there until then. Unlike React's
 * `lazy`, it does not suspend: after a fallback, React shows the content 300 ms later at the earliest.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Place: ComponentType<Props & PlaceProps> = InPlace,
  Waiting: ComponentType = Nothing,
) {
  const part = createPart(load)

  function LazyPart(props: Props) {
    const t = useText()
    const state = useSyncExternalStore(part.subscribe, part.get)
    if (!state) {
      // Not in an effect, because the rest of a large page is rendered first. It is fetched once.
      void part.fetch()
      return <Waiting />
    }
    if (state.Part) return <state.Part {...props} />
    const { absence } = state
    return (
      <Place
        {...props}
        title={t('part.missing')}
        action={<RecoveryActions absence={absence} fetchPart={part.fetch} />}
      >
        {t(hints[absence])}
      </Place>
    )
  }

  // The router awaits this before it shows a screen, and calls it when the user hovers over a link.
  return Object.assign(LazyPart, { preload: part.fetch })
}

const Nothing = (): null => null

const writable = '[contenteditable="true"], input, textarea, select'
const longestMountMs = 2000

/** Moves the focus when the loaded part replaces the button that had it. */
function focusReplacement(button: Element): () => void {
  const around: Element[] = []
  for (let one: Element | null = button; one; one = one.parentElement) around.push(one)
  const observer = new MutationObserver(() => {
    if (button.isConnected || document.activeElement !== document.body) return
    const place = around.find((one) => one.isConnected)
    const target = place?.querySelector<HTMLElement>(writable)
    if (!target) return
    target.focus()
    observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  return () => observer.disconnect()
}

interface RecoveryActionsProps {
  absence: Absence
  fetchPart: () => Promise<void>
}

function RecoveryActions({ absence, fetchPart }: RecoveryActionsProps) {
  const t = useText()
  const [isRetrying, setIsRetrying] = useState(false)
  const retry = async (button: Element): Promise<void> => {
    setIsRetrying(true)
    const stopWatching = focusReplacement(button)
    await fetchPart()
    setIsRetrying(false)
    setTimeout(stopWatching, longestMountMs)
  }
  return (
    <Group gap="xs">
      {absence !== 'replaced' && (
        // Mantine's `loading` would disable the button, which loses the focus.
        <Button
          variant="default"
          leftSection={isRetrying && <Loading size={14} />}
          onClick={({ currentTarget }) => void retry(currentTarget)}
        >
          {t('action.retry')}
        </Button>
      )}
      {/* Reloading without a server would end in an empty page. */}
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

/** For a full screen, where the message is the heading of the page. */
export function FullScreen(props: PlaceProps) {
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
