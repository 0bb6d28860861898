/** Uploads files to another installation, through its management API. */
import type { FolderImport } from '../media/import-folder.ts'
import { CommandError } from './command.ts'
import type { Remote } from './context.ts'
import { digestOf } from './file-digest.ts'
import { RemoteFailure } from './remote.ts'

interface UploadPlace {
  /** LUID. */
  space: string
  altOf(filename: string): string | undefined
}

/** A file that the space has already is not sent, so a second run continues where the first one ended. */
export function remoteAdder(remote: Remote, { space, altOf }: UploadPlace): FolderImport['add'] {
  let isStarted = false
  return async (path, filename) => {
    try {
      const query = { space, filename, sha256: await digestOf(path) }
      const { id: existing } = await remote.call('findFile', undefined, { query })
      if (existing !== null) return { kind: 'existing', id: existing }
      const alt = altOf(filename)
      const target = { space, ...(alt !== undefined && { alt }) }
      const { id } = await remote.upload({ path, filename }, target)
      return { kind: 'added', id }
    } catch (error) {
      if (!(error instanceof RemoteFailure) || !isStarted) throw error
      throw new CommandError(
        `${error.reason}. Run the same command again: it skips the files that are already there.`,
      )
    } finally {
      isStarted = true
    }
  }
}
