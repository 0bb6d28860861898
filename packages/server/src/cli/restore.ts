import { openMedia } from '../media/open-storage.ts'
import { restoreBackup, type RestoreStep } from '../transfer/restore.ts'
import { defineCommand } from './command.ts'
import { startProgress, type Progress, type Work } from './progress.ts'
import { requireFile } from './require-file.ts'

export const restore = defineCommand({
  options: { yes: { type: 'boolean', about: 'delete the existing data' } },
  positionals: [{ name: 'FILE' }],
  details:
    'A backup of one database can be restored into the other (SQLite, PostgreSQL).\n' +
    'If the restore fails, the existing data stays unchanged.',
  async run({ positionals: [path = ''], options }, { store, settings, terminal }) {
    const size = await requireFile(path)
    const works: Record<RestoreStep, Work> = {
      check: { label: 'check backup', total: size, unit: 'bytes' },
      restore: { label: 'restore', total: size, unit: 'bytes' },
      derive: { label: 'index items', unit: 'items' },
      files: { label: 'media files', total: size, unit: 'bytes' },
    }
    let step: RestoreStep | undefined
    let progress: Progress | undefined
    await restoreBackup(
      {
        store: await store(),
        ...openMedia(settings),
        now: Date.now,
      },
      {
        path,
        replaces: options.yes === true,
        onProgress(current, done) {
          if (current !== step) {
            progress?.end()
            progress = startProgress(terminal, works[current])
            step = current
          }
          progress?.update(done)
        },
      },
    )
    progress?.end()
    terminal.note(`Restored ${path}.`)
  },
})
