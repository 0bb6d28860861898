import { resolve } from 'node:path'
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
    const command = `npx octavo key create --name "My site" --reads published${placeOf(settings)}`
    return [...addresses, `Make a key with:  ${command}`]
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

/** The flag without which a command typed here would work on another database. */
function placeOf({ database, dataFolder }: Settings): string {
  if (database !== undefined || dataFolder === resolve('./data')) return ''
  const isPlain = /^[\w./-]+$/.test(dataFolder)
  return ` --data ${isPlain ? dataFolder : `'${dataFolder.replaceAll("'", `'\\''`)}'`}`
}
