import { BlockList } from 'node:net'
import type { Running } from '../changes/leased-work.ts'
import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import type { AttemptCounts } from '../metrics/node-counts.ts'
import { startDeliveryThread } from '../webhooks/thread.ts'
import { publicAddresses } from './addresses.ts'
import type { Terminal } from './terminal.ts'

/** Delivers webhooks and counts the attempts, while the server runs. */
export function startDelivery(
  { store }: Pick<ContentContext, 'store'>,
  terminal: Terminal,
  settings: Settings,
): Running & { readonly attempts: AttemptCounts } {
  const attempts = { succeeded: 0, failed: 0 }
  const { dataFolder, database } = settings
  const { stop } = startDeliveryThread({
    store,
    address: { dataFolder, database },
    assetsUrl: publicAddresses(settings).assetsUrl,
    allowed: settings.webhookAllow ?? new BlockList(),
    log: (line) => terminal.note(line),
    onAttempt: (isSuccess) => attempts[isSuccess ? 'succeeded' : 'failed']++,
  })
  return { attempts, stop }
}
