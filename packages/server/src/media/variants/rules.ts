/** Decides which variants a server creates, and for which clients. */
import { Refusal } from '@octavo/schema/errors.ts'
import { studioImages } from '@octavo/schema/images.ts'
import { isSigned, type SignedAddress } from './signature.ts'
import { transformIn, type ImageTransform } from './image-transform.ts'

export const variantModes = ['open', 'presets', 'signed'] as const

export interface VariantRules {
  readonly mode: (typeof variantModes)[number]
  /** As in an asset URL: `width=800&format=auto`. */
  readonly presets: readonly string[]
  readonly secret: string | undefined
  /** Budget per client address for variants that are neither presets nor signed; 0 means no limit. */
  readonly megapixelsPerMinute: number
}

export const defaultVariantRules: VariantRules = {
  mode: 'open',
  presets: [],
  secret: undefined,
  megapixelsPerMinute: 600,
}

/** True if the variant is a preset or signed, and so costs no budget. Throws if it is not allowed. */
export type VariantCheck = (transform: ImageTransform, address: SignedAddress) => boolean

export function createVariantCheck({ mode, presets, secret }: VariantRules): VariantCheck {
  // Studio needs its sizes in every mode. They are few per image.
  const allowed = new Set(
    [...Object.values(studioImages), ...presets].map((query) => nameOf(presetOf(query))),
  )
  return (transform, address) => {
    if (allowed.has(nameOf(transform))) return true
    if (secret !== undefined && isSigned(address, secret)) return true
    if (mode === 'open') return false
    if (mode === 'signed') {
      throw new Refusal(
        'forbidden',
        'signature: is missing or invalid; sign the URL with signVariant',
      )
    }
    throw new Refusal(
      'badRequest',
      `this server allows only these image parameters: ${presets.join(', ') || 'none'}`,
    )
  }
}

/** The transform of a preset. Throws if it would be invalid in an asset URL. */
export function presetOf(preset: string): ImageTransform {
  const transform = transformIn([...new URLSearchParams(preset)])
  if (transform) return transform
  throw new Refusal('badRequest', `"${preset}" has no width, height, format, fit, quality or dpr`)
}

function nameOf({ width, height, format, fit, quality, dpr }: ImageTransform): string {
  return [width, height, format, fit, quality, dpr].join(' ')
}
