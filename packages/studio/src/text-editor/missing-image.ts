/**
 * Marks the place of a pasted image that is on another site. Such an image is not stored: the address may
 * need a sign-in or stop working, and the content security policy blocks it.
 */
import { Node } from '@tiptap/core'

export const missingImageTag = 'span[data-missing-image]'

export function createMissingImage(text: string) {
  return Node.create({
    name: 'missingImage',
    group: 'inline',
    inline: true,
    atom: true,
    parseHTML: () => [{ tag: missingImageTag, priority: 100 }],
    renderHTML: () => ['span', { 'data-missing-image': '' }, text],
  })
}

/** Replaces the images that are not from this origin. */
export function markMissingImages(body: HTMLElement, assetsOrigin: string): void {
  for (const image of body.querySelectorAll('img')) {
    const { src } = image
    const isOwn = URL.canParse(src) && new URL(src).origin === assetsOrigin
    if (isOwn) continue
    if (fileOf(src, '')) {
      // Uploaded like a pasted file.
      image.remove()
      continue
    }
    const mark = document.createElement('span')
    mark.setAttribute('data-missing-image', '')
    image.replaceWith(mark)
  }
}

/** Images whose bytes are part of the markup. */
export function embeddedImages(html: string): File[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('img')].flatMap(({ src, alt }) => fileOf(src, alt) ?? [])
}

/** Whether an image is all that was copied, as browsers do when a user copies an image. */
export function isOnlyImage(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return body.querySelectorAll('img').length === 1 && body.textContent.trim() === ''
}

function fileOf(src: string, alt: string): File | undefined {
  const [, type, subtype = '', base64 = ''] =
    /^data:(image\/([a-z]+));base64,([\w+/=\s]+)$/.exec(src) ?? []
  if (type === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const name = alt.replaceAll(/[^\p{L}\p{N} -]/gu, '').trim() || 'image'
    return new File([bytes], `${name.slice(0, 80)}.${subtype}`, { type })
  } catch {
    return undefined
  }
}
