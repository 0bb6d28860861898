/** Tells what bytes are by how they begin; what a sender claims counts for nothing. */

interface Signature {
  type: string
  matches(bytes: Uint8Array): boolean
}

const signatures: readonly Signature[] = [
  { type: 'image/png', matches: startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', matches: startsWith('\xff\xd8\xff') },
  { type: 'image/gif', matches: either(startsWith('GIF87a'), startsWith('GIF89a')) },
  { type: 'image/webp', matches: both(startsWith('RIFF'), has(8, 'WEBP')) },
  { type: 'image/avif', matches: hasBrand('avif', 'avis') },
  { type: 'image/heic', matches: isBrand('heic', 'heix', 'hevc', 'mif1', 'msf1') },
  { type: 'audio/mp4', matches: isBrand('M4A ', 'M4B ') },
  { type: 'video/quicktime', matches: isBrand('qt  ') },
  {
    type: 'video/mp4',
    matches: hasBrand(
      'isom',
      'iso2',
      'iso4',
      'iso5',
      'iso6',
      'mp41',
      'mp42',
      'avc1',
      'dash',
      'M4V ',
    ),
  },
  { type: 'video/webm', matches: isWebm },
  {
    type: 'audio/mpeg',
    matches: either(startsWith('ID3'), isMpegAudioFrame),
  },
  { type: 'audio/ogg', matches: startsWith('OggS') },
  { type: 'audio/flac', matches: startsWith('fLaC') },
  { type: 'audio/wav', matches: both(startsWith('RIFF'), has(8, 'WAVE')) },
  { type: 'application/pdf', matches: startsWith('%PDF-') },
  { type: 'application/zip', matches: startsWith('PK\x03\x04') },
  { type: 'image/svg+xml', matches: isSvg },
]

export function typeOf(bytes: Uint8Array): string {
  return signatures.find(({ matches }) => matches(bytes))?.type ?? 'application/octet-stream'
}

/** Images that hold no text that a browser would run. */
function isRaster(type: string): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml'
}

/** What a browser may show in place; the rest is only ever handed over as a file. */
export function isShownInPlace(type: string): boolean {
  return isRaster(type) || type.startsWith('audio/') || type.startsWith('video/')
}

type Test = Signature['matches']

function has(offset: number, text: string): Test {
  return (bytes) => {
    for (let index = 0; index < text.length; index++) {
      if (bytes[offset + index] !== text.charCodeAt(index)) return false
    }
    return true
  }
}

function startsWith(text: string): Test {
  return has(0, text)
}

function either(...tests: Test[]): Test {
  return (bytes) => tests.some((test) => test(bytes))
}

function both(...tests: Test[]): Test {
  return (bytes) => tests.every((test) => test(bytes))
}

/** ISO base media files say what they are in their first box. */
function isBrand(...brands: string[]): Test {
  return both(has(4, 'ftyp'), either(...brands.map((brand) => has(8, brand))))
}

/** The same, or what it can be read as besides: the first brand may be one of a camera's maker. */
function hasBrand(...brands: string[]): Test {
  const isAmongOthers: Test = (bytes) => otherBrands(bytes).some((one) => brands.includes(one))
  return either(isBrand(...brands), both(has(4, 'ftyp'), isAmongOthers))
}

/** Longer than any list of brands that is meant. */
const longestBrandBox = 512

function otherBrands(bytes: Uint8Array): string[] {
  const size = Buffer.from(bytes.subarray(0, 4)).readUInt32BE()
  return latin1(bytes.subarray(16, Math.min(size, longestBrandBox))).match(/[^]{4}/g) ?? []
}

/** Layer III of every version, with a checksum or without. */
function isMpegAudioFrame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && [0xfb, 0xfa, 0xf3, 0xf2, 0xe3, 0xe2].includes(second)
}

function isWebm(bytes: Uint8Array): boolean {
  return startsWith('\x1a\x45\xdf\xa3')(bytes) && latin1(bytes.subarray(0, 64)).includes('webm')
}

/** Markup whose first element is `svg`, after whatever may stand before it. */
function isSvg(bytes: Uint8Array): boolean {
  const start = latin1(bytes.subarray(0, 4096)).replace(/^\u00ef\u00bb\u00bf/, '')
  return /^\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)*<svg[\s>]/i.test(
    start,
  )
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
