/** The default for the longest response. */
export const defaultMaxResponseBytes = 5_000_000
