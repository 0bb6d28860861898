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

function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const inputs = 'input:not([type=checkbox], [type=radio]), textarea, select'
  return target.isContentEditable || target.matches(inputs)
}
