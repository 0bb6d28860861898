import { resolve } from 'node:path'
import type { Settings } from '../config.ts'
import type { Demo } from '../demo/load-demo.ts'
import type { Store } from '../store/store.ts'
import { publicAddresses } from './addresses.ts'

interface Contents {
  /** Undefined where none was created. */
  demo?: Demo | undefined
  hasKeys: boolean
}

/** The lines that `octavo start` and `octavo dev` print when the server is ready. */
export function readyLines(settings: Settings, { demo, hasKeys }: Contents): string[] {
  const { baseUrl, assetsUrl, webUrl } = publicAddresses(settings)
  const addresses = [
    'Octavo is ready.',
    `  Studio   ${webUrl}/`,
    `  API      ${baseUrl}`,
    `  Assets   ${assetsUrl}`,
  ]
  const key = demo?.publishedKey
  if (demo === undefined || key === undefined) {
    if (hasKeys) return addresses
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

/** Whether there is an API key in any root space. */
export function hasKeysIn(store: Store): Promise<boolean> {
  return store.read(async (tx) => {
    for (const { id } of await tx.roots.list()) {
      if ((await tx.keys.list(id)).length > 0) return true
    }
    return false
  })
}

/** The `--data` flag, if a command would otherwise use another database. */
function dataFlag({ database, dataFolder }: Settings): string {
  if (database !== undefined || dataFolder === resolve('./data')) return ''
  const isPlain = /^[\w./-]+$/.test(dataFolder)
  return ` --data ${isPlain ? dataFolder : `'${dataFolder.replaceAll("'", `'\\''`)}'`}`
}
