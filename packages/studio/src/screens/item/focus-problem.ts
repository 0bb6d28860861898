import { elementId } from '../../fields/editing.ts'

/** Scrolls to the place of a problem and focuses it, or the closest element around it. */
export function focusProblem(path: string): void {
  // Waits until the problems are rendered, which expands collapsed entries.
  requestAnimationFrame(() => {
    for (
      let place = path;
      place.includes('.fields.');
      place = place.replace(/(?:\.[^.[]*|\[\d+\])$/, '')
    ) {
      const element = document.querySelector<HTMLElement>(`#${CSS.escape(elementId(place))}`)
      if (!element) continue
      element.scrollIntoView({ block: 'center' })
      element.focus({ preventScroll: true })
      if (document.activeElement !== element)
        element
          .querySelector<HTMLElement>('input, button, [contenteditable=true]')
          ?.focus({ preventScroll: true })
      return
    }
  })
}
