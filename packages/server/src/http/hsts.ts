const oneYear = 31_536_000

/** Makes browsers use HTTPS only, if the public address uses it. */
export function strictTransport(publicUrl: string): Readonly<Record<string, string>> {
  if (!publicUrl.startsWith('https://')) return {}
  return { 'strict-transport-security': `max-age=${oneYear}` }
}
