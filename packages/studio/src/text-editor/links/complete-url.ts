/** Completes a typed link target: `www.example.com` to an https URL, `me@example.com` to a mailto URL. */
export function completeUrl(typed: string): string {
  const text = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+\.[a-z]{2,}:\d/i.test(text)) return text
  if (/^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/.test(text)) return `mailto:${text}`
  return /^[^\s/?#.]+(\.[^\s/?#.]+)*\.[a-z]{2,}(:\d+)?([/?#]|$)/i.test(text)
    ? `https://${text}`
    : text
}
