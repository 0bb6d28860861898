/** How long an answer may be unless the operator says otherwise. */
export const usualMaxResponseBytes = 5_000_000
