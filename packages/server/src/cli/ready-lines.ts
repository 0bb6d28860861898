import { resolve } from 'node:path'
import type { Settings } from '../config.ts'
import type { Demo } from '../demo/load-demo.ts'
import { publicAddresses } from './addresses.ts'

/** The lines that `octavo start` and `octavo dev` print when the server is ready. */
export function readyLines(settings: Settings, demo: Demo | undefined): string[] {
  const { baseUrl, assetsUrl, webUrl } = publicAddresses(settings)
  const addresses = [
    'Octavo is ready.',
    `  Studio   ${webUrl}/`,
    `  API      ${baseUrl}`,
    `  Assets   ${assetsUrl}`,
  ]
  const key = demo?.publishedKey
  if (demo === undefined || key === undefined) {
    const command = `npx octavo key create --name "My site" --reads published${dataFlag(settings)}`
    return [...addresses, '', 'Create an API key:', `  ${command}`]
  }
  return [
    ...addresses,
    '',
    'Created the demo. Save these values; they are shown only once:',
    `  Sign in             ${demo.email}  ${demo.password}`,
    `  Key, published      ${demo.publishedKey}`,
    `  Key, draft + write  ${demo.draftKey}`,
    '',
    'Try it:',
    `  curl -H 'X-SERVICE-API-KEY: ${key}' '${baseUrl}/contents?model=article&limit=2'`,
  ]
}

/** The `--data` flag, if a command would otherwise use another database. */
function dataFlag({ database, dataFolder }: Settings): string {
  if (database !== undefined || dataFolder === resolve('./data')) return ''
  const isPlain = /^[\w./-]+$/.test(dataFolder)
  return ` --data ${isPlain ? dataFolder : `'${dataFolder.replaceAll("'", `'\\''`)}'`}`
}
