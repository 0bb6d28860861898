import { openMedia } from '../media/open-storage.ts'
import { writeBackup } from '../transfer/backup.ts'
import { CommandError, defineCommand } from './command.ts'
import { startProgress } from './progress.ts'
import { abortedWhenStopped } from './stop-signal.ts'

export const backup = defineCommand({
  positionals: [{ name: 'FILE', isOptional: true }],
  needsDatabase: true,
  details:
    'The backup is a consistent snapshot of all root spaces, accounts, keys and media.\n' +
    'FILE must not exist yet. Without FILE, the name contains the time: octavo-2027-01-31T12-00-00Z.backup.',
  async run({ positionals: [path = nameAt(Date.now())] }, { store, settings, terminal }) {
    const signal = abortedWhenStopped()
    const progress = startProgress(terminal, { label: 'backup', unit: 'items' })
    const { mediaStorage } = openMedia(settings)
    const writing = writeBackup(
      { store: await store(), mediaStorage, now: Date.now },
      {
        path,
        signal,
        onProgress: progress.update,
        onMissingFile(filename) {
          progress.end()
          terminal.note(
            `Warning: the file of media item ${filename} is missing. Run octavo doctor.`,
          )
        },
      },
    )
    await writing.catch((error: unknown) => {
      progress.end()
      if (!signal.aborted) throw error
      throw new CommandError('interrupted. No backup was written.')
    })
    progress.end()
    terminal.note(`Wrote ${path}.`)
  },
})

/** Without characters that Windows does not allow. */
function nameAt(time: number): string {
  const [seconds = ''] = new Date(time).toISOString().split('.')
  return `octavo-${seconds.replaceAll(':', '-')}Z.backup`
}
