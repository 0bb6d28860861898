/**
 * Reads a property from the text of the style attribute, because the content security policy blocks inline
 * styles and leaves `element.style` empty.
 */
export function styleOf(element: Element, property: string): string {
  const style = element.getAttribute('style') ?? ''
  return (
    new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([\\w-]+)`, 'i').exec(style)?.[1]?.toLowerCase() ??
    ''
  )
}
