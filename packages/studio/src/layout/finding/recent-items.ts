/** The items that the user opened last, on this device. Only their ids are stored. */
const prefix = 'octavo-recent:'
const mostItems = 8

/** `place` is the root space and the user. The last opened item is the first. */
export function recentItems(place: string): number[] {
  try {
    return (JSON.parse(localStorage.getItem(prefix + place) ?? '[]') as number[]).slice(
      0,
      mostItems,
    )
  } catch {
    return []
  }
}

export function recordRecentItem(place: string, id: number): void {
  const others = recentItems(place).filter((one) => one !== id)
  try {
    localStorage.setItem(prefix + place, JSON.stringify([id, ...others].slice(0, mostItems)))
  } catch {
    // The list is a convenience: a full store must not prevent editing.
  }
}
