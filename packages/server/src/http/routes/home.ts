import { hash } from 'node:crypto'
import type { Endpoint } from '../exchange.ts'

const style = `
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
  body { max-width: 44rem; margin: 12vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.75rem; letter-spacing: -0.02em; margin: 0 }
  pre { padding: 1rem; overflow-x: auto; border: 1px solid color-mix(in srgb, currentcolor 25%, transparent);
    border-radius: 0.5rem; user-select: all }
  code { font-family: ui-monospace, monospace; font-size: 0.9rem }
`

/** The page that a browser shows for the address of the API, if Studio is not built. */
export function homeEndpoint({ baseUrl }: { baseUrl: string }): Endpoint {
  const body = page(baseUrl)
  const styleHash = hash('sha256', style, 'base64')
  return {
    method: 'GET',
    callers: 'anyone',
    path: '/',
    handle: () =>
      Promise.resolve({
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
          'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        },
        body,
      }),
  }
}

function page(baseUrl: string): string {
  const url = escaped(baseUrl)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Octavo</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Octavo</h1>
<p>A content API runs here. Its address is <code>${url}</code>.</p>
<p>To list the newest content, put your key in place of <code>KEY</code>:</p>
<pre><code>curl -H 'X-SERVICE-API-KEY: KEY' '${url}/contents?limit=10'</code></pre>
<p>An operator creates a key with:</p>
<pre><code>npx octavo key create --name "My site" --reads published</code></pre>
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
