/** Detects the type of a file from its first bytes. The type that a client sends is ignored. */

/** `head` has one character per byte. */
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
  // Without an ID3 tag: layer III of every version, with or without a checksum.
  'audio/mpeg': (head) => /^(?:ID3|\xff[\xfb\xfa\xf3\xf2\xe3\xe2])/.test(head),
  'audio/ogg': startsWith('OggS'),
  'audio/flac': startsWith('fLaC'),
  'audio/wav': isRiff('WAVE'),
  'application/pdf': startsWith('%PDF-'),
  'application/zip': startsWith('PK\x03\x04'),
  // Markup whose first element is `svg`, after an XML declaration, comments and a doctype.
  'image/svg+xml': (head) =>
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*<svg[\s>]/i.test(
      head,
    ),
}

/** More than any of the tests reads. */
const headLength = 4096

export function typeOf(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes
  const head = Buffer.from(buffer, byteOffset, Math.min(byteLength, headLength)).toString('latin1')
  const [type] = Object.entries(tests).find(([, matches]) => matches(head)) ?? []
  return type ?? 'application/octet-stream'
}

/**
 * True for types that are served inline. All others are served as downloads: an SVG image, for example, may
 * contain scripts.
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

/** ISO base media files name their brand in the first box. */
function isBrand(brand: RegExp): Test {
  return (head) => head.startsWith('ftyp', 4) && brand.test(head.slice(8, 12))
}

/** Longer than any real list of brands. */
const longestBrandBox = 512

/** Also checks the compatible brands: the major brand may be specific to a camera maker. */
function hasBrand(brand: RegExp): Test {
  const isFirst = isBrand(brand)
  return (head) => {
    if (isFirst(head) || !head.startsWith('ftyp', 4)) return isFirst(head)
    const size = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE()
    const others = head.slice(16, Math.min(size, longestBrandBox)).match(/[^]{4}/g) ?? []
    return others.some((other) => brand.test(other))
  }
}
