/** Which variants a server makes, and for whom. */
import { Refusal } from '@octavo/schema/errors.ts'
import { studioImages } from '@octavo/schema/images.ts'
import { isSigned, type SignedAddress } from './signature.ts'
import { wishIn, type Wish } from './wish.ts'

export const variantModes = ['open', 'presets', 'signed'] as const

export interface VariantRules {
  readonly mode: (typeof variantModes)[number]
  /** As they stand in an asset URL: `width=800&format=auto`. */
  readonly presets: readonly string[]
  readonly secret: string | undefined
  /** Work for variants that are neither presets nor signed, by client address; 0 is no limit. */
  readonly megapixelsPerMinute: number
}

export const usualVariantRules: VariantRules = {
  mode: 'open',
  presets: [],
  secret: undefined,
  megapixelsPerMinute: 600,
}

/** Whether the operator has chosen this variant, so that it costs the client nothing. Refuses one that is not made. */
export type VariantCheck = (wish: Wish, address: SignedAddress) => boolean

export function createVariantCheck({ mode, presets, secret }: VariantRules): VariantCheck {
  // Studio shows these in every mode. Of each image there are only so many.
  const known = new Set(
    [...Object.values(studioImages), ...presets].map((query) => nameOf(presetOf(query))),
  )
  return (wish, address) => {
    if (known.has(nameOf(wish))) return true
    if (secret !== undefined && isSigned(address, secret)) return true
    if (mode === 'open') return false
    if (mode === 'signed') {
      throw new Refusal(
        'forbidden',
        'signature: is missing or wrong; sign the address with signVariant',
      )
    }
    throw new Refusal(
      'badRequest',
      `this server makes only images of these parameters: ${presets.join(', ') || 'none'}`,
    )
  }
}

/** The transform that a preset stands for. Refuses what an asset URL could not ask for. */
export function presetOf(preset: string): Wish {
  const wish = wishIn([...new URLSearchParams(preset)])
  if (wish) return wish
  throw new Refusal('badRequest', `"${preset}" names no width, height, format, fit, quality or dpr`)
}

function nameOf({ width, height, format, fit, quality, dpr }: Wish): string {
  return [width, height, format, fit, quality, dpr].join(' ')
}
