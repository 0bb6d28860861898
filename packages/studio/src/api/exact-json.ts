/**
 * JSON whose whole numbers keep all digits, because they may be ids: those that a number would change are
 * bigints.
 */
import { isWholeNumber, parseJsonWith } from '@octavo/schema/exact-json.ts'

export function parseJson(text: string): unknown {
  return parseJsonWith(text, {
    isReplaced: (source) => isWholeNumber(source) && String(Number(source)) !== source,
    replaced: BigInt,
  })
}

const { rawJSON: rawJson } = JSON as unknown as { rawJSON?: (text: string) => unknown }

/**
 * For `JSON.stringify`, which throws for bigints otherwise. A class instead of bigints would need a case of its
 * own wherever values are compared, cloned or stored. Browsers before 2025 lack `JSON.rawJSON`, and round.
 */
// oxlint-disable-next-line no-extend-native -- see above
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint): unknown {
    return rawJson ? rawJson(String(this)) : Number(this)
  },
})
