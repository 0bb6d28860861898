import { bodyOf, isBlank, isBlock } from './meaning.ts'

/** Splits the text into blocks and the inline content between them. */
export function sectionsOf(html: string): string[] {
  const sections: HTMLElement[] = []
  let isOpen = false
  for (const node of Array.from(bodyOf(html).childNodes)) {
    if (isBlank(node) && !isOpen) continue
    if (!isOpen || isBlock(node)) sections.push(document.createElement('div'))
    isOpen = !isBlock(node)
    sections.at(-1)?.append(node)
  }
  return sections.map((section) => section.innerHTML)
}
