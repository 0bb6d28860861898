import type { Settings } from '../config.ts'
import type { Demo } from '../demo/load-demo.ts'
import { publicAddresses } from './addresses.ts'

/** What the person who started the server reads when it is ready. */
export function readyLines(settings: Settings, demo: Demo | undefined): string[] {
  const { baseUrl, assetsUrl, webUrl } = publicAddresses(settings)
  const addresses = [
    'Octavo is ready.',
    `  Web app  ${webUrl}/`,
    `  API      ${baseUrl}`,
    `  Assets   ${assetsUrl}`,
    '',
  ]
  const key = demo?.publishedKey
  if (demo === undefined || key === undefined) {
    return [
      ...addresses,
      'Make a key with:  npx octavo key create --name "My site" --reads published',
    ]
  }
  return [
    ...addresses,
    'The demo is made. These are shown once:',
    `  Sign in             ${demo.email}  ${demo.password}`,
    `  Key, published      ${demo.publishedKey}`,
    `  Key, draft + write  ${demo.draftKey}`,
    '',
    'Try it:',
    `  curl -H 'X-SERVICE-API-KEY: ${key}' '${baseUrl}/contents?model=article&limit=2'`,
  ]
}
