import type { Allowance } from '../access/limits.ts'

/** The headers of the IETF draft on rate limits; none if the key has no limit. */
export function limitHeaders(allowance: Allowance | undefined): Record<string, string> {
  if (!allowance) return {}
  const { kind, quota, remaining, secondsLeft } = allowance
  return {
    'ratelimit-policy': `"${kind}";q=${quota};w=60`,
    ratelimit: `"${kind}";r=${remaining};t=${secondsLeft}`,
  }
}
