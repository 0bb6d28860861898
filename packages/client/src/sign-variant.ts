const transformNames = ['width', 'height', 'format', 'fit', 'quality', 'dpr']

/**
 * Signs the URL of an image, for servers that require signed sizes. Use it only on the server of your
 * site: anyone with the secret can sign any size.
 *
 * @example
 * ```ts
 * const cover = { url: 'https://assets.example.com/spaces/1/media/7/_/harbour.jpg', alt: 'Harbour' }
 * await signVariant(imageUrl(cover, { width: 640 }), 'a secret of 32 characters or more')
 * // → https://assets.example.com/spaces/1/media/7/_/harbour.jpg?width=640&signature=GzejUGziR3WBMPKFpYEh0BAiD37lXV1xL-19H07imYE
 * ```
 */
export async function signVariant(url: string, secret: string): Promise<string> {
  const signed = new URL(url)
  signed.searchParams.delete('signature')
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign'])
  const bytes = await crypto.subtle.sign('HMAC', key, text.encode(signedText(signed)))
  signed.searchParams.set('signature', base64url(new Uint8Array(bytes)))
  return signed.href
}

/** The decoded path from `/spaces/` on, and the sorted parameters that affect the image. */
function signedText({ pathname, searchParams }: URL): string {
  const path = pathname.slice(Math.max(0, pathname.lastIndexOf('/spaces/')))
  const parameters = Array.from(searchParams)
    .filter(([name]) => transformNames.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
  return `${decodeURIComponent(path)}?${parameters.join('&')}`
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
