import type { StoredValues } from './field-type.ts'

const texts = new WeakMap<StoredValues, string>()

/** Values as they are stored. A write needs the text twice, and values that are to be stored do not change. */
export function storedText(values: StoredValues): string {
  return texts.getOrInsertComputed(values, () => JSON.stringify(values))
}
