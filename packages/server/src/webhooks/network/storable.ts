/** Text that both databases can store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
