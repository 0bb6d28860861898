/**
 * What the style attribute says, read from its text: the content security policy keeps inline styles from
 * being applied, and `element.style` is then empty.
 */
export function styleOf(element: Element, property: string): string {
  const style = element.getAttribute('style') ?? ''
  return (
    new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([\\w-]+)`, 'i').exec(style)?.[1]?.toLowerCase() ??
    ''
  )
}
