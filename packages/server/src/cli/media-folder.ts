import { join } from 'node:path'
import type { Settings } from '../config.ts'

/** Where the files of media lie, whichever database holds the records. */
export function mediaFolder({ dataFolder }: Pick<Settings, 'dataFolder'>): string {
  return join(dataFolder, 'media')
}
