/** `MAJOR.MINOR.PATCH`, without pre-releases. */
type Parts = [major: number, minor: number, patch: number]

function partsOf(version: string): Parts | undefined {
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version)
  return found ? (found.slice(1).map(Number) as Parts) : undefined
}

/** The version that `wanted` names: itself, or the next patch, minor or major version. */
export function nextVersion(current: string, wanted: string): string {
  const now = partsOf(current)
  if (!now) throw new Error(`the current version ${current} is not MAJOR.MINOR.PATCH`)
  const [major, minor, patch] = now
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'major') return `${major + 1}.0.0`
  const next = partsOf(wanted)
  if (!next) {
    throw new Error(`"${wanted}" is not a version. Use patch, minor, major, or one such as 1.2.3`)
  }
  const first = next.findIndex((part, index) => part !== now[index])
  if (first === -1 || (next[first] ?? 0) < (now[first] ?? 0)) {
    throw new Error(`${wanted} must be higher than the current version ${current}`)
  }
  return wanted
}
