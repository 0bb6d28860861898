import { usualLimits } from '../access/limits.ts'
import { createApp } from '../app.ts'
import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import { folderStorage } from '../media/storage.ts'
import { publicAddresses } from './addresses.ts'
import { mediaFolder } from './media-folder.ts'
import type { Terminal } from './terminal.ts'

/** Serves until it is asked to stop, then finishes what is under way. */
export async function serve(
  content: ContentContext,
  terminal: Terminal,
  settings: Settings,
  { onReady, stopped }: { onReady: () => void; stopped: Promise<void> },
): Promise<void> {
  const { baseUrl, assetsUrl } = publicAddresses(settings)
  const app = await createApp({
    ...content,
    mediaStorage: folderStorage(mediaFolder(settings)),
    baseUrl,
    assetsUrl,
    limits: usualLimits,
    log: (line) => terminal.note(line),
  })
  try {
    await app.listen(settings)
    onReady()
    await stopped
  } finally {
    await app.close()
  }
}
