/** Tells what bytes are by how they begin; what a sender claims counts for nothing. */

/** Of how a file begins, each byte a character. */
type Test = (head: string) => boolean

const tests: Readonly<Record<string, Test>> = {
  'image/png': startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': startsWith('\xff\xd8\xff'),
  'image/gif': startsWith('GIF87a', 'GIF89a'),
  'image/webp': isRiff('WEBP'),
  'image/avif': hasBrand(/^avi[fs]$/),
  'image/heic': isBrand(/^(?:hei[cx]|hevc|mif1|msf1)$/),
  'audio/mp4': isBrand(/^M4[AB] $/),
  'video/quicktime': isBrand(/^qt {2}$/),
  'video/mp4': hasBrand(/^(?:iso[m2456]|mp4[12]|avc1|dash|M4V )$/),
  'video/webm': (head) => head.startsWith('\x1a\x45\xdf\xa3') && head.slice(0, 64).includes('webm'),
  // Without a tag: layer III of every version, with a checksum or without.
  'audio/mpeg': (head) => /^(?:ID3|\xff[\xfb\xfa\xf3\xf2\xe3\xe2])/.test(head),
  'audio/ogg': startsWith('OggS'),
  'audio/flac': startsWith('fLaC'),
  'audio/wav': isRiff('WAVE'),
  'application/pdf': startsWith('%PDF-'),
  'application/zip': startsWith('PK\x03\x04'),
  // Markup whose first element is `svg`, after whatever may stand before it.
  'image/svg+xml': (head) =>
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)*<svg[\s>]/i.test(
      head,
    ),
}

/** More than any of the tests looks at. */
const headLength = 4096

export function typeOf(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes
  const head = Buffer.from(buffer, byteOffset, Math.min(byteLength, headLength)).toString('latin1')
  const [type] = Object.entries(tests).find(([, matches]) => matches(head)) ?? []
  return type ?? 'application/octet-stream'
}

/**
 * What a browser may show in place; the rest is only ever handed over as a file. An SVG image may hold text that
 * a browser would run.
 */
export function isShownInPlace(type: string): boolean {
  return /^(?:image|audio|video)\//.test(type) && type !== 'image/svg+xml'
}

function startsWith(...starts: string[]): Test {
  return (head) => starts.some((start) => head.startsWith(start))
}

function isRiff(kind: string): Test {
  return (head) => head.startsWith('RIFF') && head.startsWith(kind, 8)
}

/** ISO base media files say what they are in their first box. */
function isBrand(brand: RegExp): Test {
  return (head) => head.startsWith('ftyp', 4) && brand.test(head.slice(8, 12))
}

/** Longer than any list of brands that is meant. */
const longestBrandBox = 512

/** The same, or what it can be read as besides: the first brand may be one of a camera's maker. */
function hasBrand(brand: RegExp): Test {
  const isFirst = isBrand(brand)
  return (head) => {
    if (isFirst(head) || !head.startsWith('ftyp', 4)) return isFirst(head)
    const size = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE()
    const others = head.slice(16, Math.min(size, longestBrandBox)).match(/[^]{4}/g) ?? []
    return others.some((other) => brand.test(other))
  }
}
