/** Parses the comma-separated value of an option. Returns the names in the order of `known`. */
export function listed<T extends string>(text: string, known: readonly T[], option: string): T[] {
  const list = text.split(',')
  const unknown = list.filter((name) => !known.some((one) => one === name))
  if (unknown.length === 0) return known.filter((one) => list.includes(one))
  throw new Error(`--${option} takes some of ${known.join(', ')}, not "${unknown.join(', ')}"`)
}
