/** What somebody means who types `www.example.com` or `me@example.com` where an address is asked for. */
export function meantAddress(typed: string): string {
  const text = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+\.[a-z]{2,}:\d/i.test(text)) return text
  if (/^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/.test(text)) return `mailto:${text}`
  return /^[^\s/?#.]+(\.[^\s/?#.]+)*\.[a-z]{2,}(:\d+)?([/?#]|$)/i.test(text)
    ? `https://${text}`
    : text
}
