import { BlockList } from 'node:net'
import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import { startDeliveryThread, type DeliveryThread } from '../webhooks/thread.ts'
import { publicAddresses } from './addresses.ts'
import type { Terminal } from './terminal.ts'

/** Delivers webhooks while the server runs. */
export function startDelivery(
  { store }: Pick<ContentContext, 'store'>,
  terminal: Terminal,
  settings: Settings,
): DeliveryThread {
  const { dataFolder, database } = settings
  return startDeliveryThread({
    store,
    address: { dataFolder, database },
    assetsUrl: publicAddresses(settings).assetsUrl,
    allowed: settings.webhookAllow ?? new BlockList(),
    log: (line) => terminal.note(line),
  })
}
