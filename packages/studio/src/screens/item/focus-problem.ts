import { elementId } from '../../fields/editing.ts'

/** Brings the place of a problem into view and puts the focus there, or on what it is inside. */
export function focusProblem(path: string): void {
  // After the problems are on the page, which opens what is folded.
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
