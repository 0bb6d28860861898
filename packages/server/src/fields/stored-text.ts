import type { StoredValues } from './field-type.ts'

const texts = new WeakMap<StoredValues, string>()

/** The JSON of stored values. Cached, because a write needs it twice and stored values do not change. */
export function storedText(values: StoredValues): string {
  return texts.getOrInsertComputed(values, () => JSON.stringify(values))
}
