/** Time zones by their IANA names. */

/** The zone of the browser. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

let names: readonly string[] | undefined

/** All zones that the browser supports. */
export function zoneNames(): readonly string[] {
  names ??= [...new Set([ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return names
}
