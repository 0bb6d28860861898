const oneYear = 31_536_000

/** Tells browsers to come by https only, where that is the public address. */
export function strictTransport(publicUrl: string): Readonly<Record<string, string>> {
  if (!publicUrl.startsWith('https://')) return {}
  return { 'strict-transport-security': `max-age=${oneYear}` }
}
