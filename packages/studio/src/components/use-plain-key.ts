import { useWindowEvent } from '@mantine/hooks'

/** Calls this when the user presses a key outside text, also while a checkbox has the focus. */
export function usePlainKey(key: string, onPress: () => void): void {
  useWindowEvent('keydown', (event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (event.key !== key || hasModifier || event.isComposing || isText(event.target)) return
    event.preventDefault()
    onPress()
  })
}

/** The same with Control or Command. `onPress` returns whether it did something. */
export function useModifiedKey(key: string, onPress: () => boolean): void {
  useWindowEvent('keydown', (event) => {
    const isModified = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (event.key !== key || !isModified || event.isComposing || isText(event.target)) return
    if (onPress()) event.preventDefault()
  })
}

function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const inputs = 'input:not([type=checkbox], [type=radio]), textarea, select'
  return target.isContentEditable || target.matches(inputs)
}
