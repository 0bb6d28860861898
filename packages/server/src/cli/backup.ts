import { openMedia } from '../media/open-storage.ts'
import { writeBackup } from '../transfer/backup.ts'
import { CommandError, defineCommand } from './command.ts'
import { startProgress, type Progress } from './progress.ts'
import { abortedWhenStopped } from './stop-signal.ts'

export const backup = defineCommand({
  options: {},
  positionals: [{ name: 'FILE' }],
  needsDatabase: true,
  details: 'All root spaces, accounts, keys and media, as of one moment. FILE must not exist yet.',
  async run({ positionals: [path = ''] }, { store, settings, terminal }) {
    const signal = abortedWhenStopped()
    let progress: Progress | undefined
    const { mediaStorage } = openMedia(settings)
    const writing = writeBackup(
      { store: await store(), mediaStorage, now: Date.now },
      {
        path,
        signal,
        onProgress(done, total) {
          progress ??= startProgress(terminal, { label: 'backup', total, unit: 'items' })
          progress.update(done)
        },
        onMissingFile(filename) {
          progress?.end()
          terminal.note(`The file of the media item ${filename} is missing: see octavo doctor.`)
        },
      },
    )
    await writing.catch((error: unknown) => {
      progress?.end()
      if (!signal.aborted) throw error
      throw new CommandError('stopped as asked. There is no backup.')
    })
    progress?.end()
    terminal.note(`Wrote ${path}.`)
  },
})
