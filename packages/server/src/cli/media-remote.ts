/** Uploads files to another installation, through its management API. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeLocation } from '../media/location/remove-location.ts'
import { createSpool } from '../media/spool.ts'
import type { FolderImport } from '../media/import-folder.ts'
import { CommandError } from './command.ts'
import type { Remote } from './context.ts'
import { digestOf } from '../media/file-digest.ts'
import { RemoteFailure } from './remote.ts'

interface UploadPlace {
  /** LUID. */
  space: string
  altOf(filename: string): string | undefined
  tags: readonly string[]
  /** Whether the space keeps GPS data, so that it stores the file as it is. */
  keepsLocation: boolean
}

/** The digest of the file without GPS data, which the server removes. */
async function cleanDigestOf(path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-import-'))
  try {
    const chunks = createReadStream(path) as AsyncIterable<Buffer>
    return await createSpool(folder).receive(
      chunks,
      async (file) => (await removeLocation(file)).sha256,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file that the space has already is not sent, so a second run continues where the first one ended. */
export function remoteAdder(
  remote: Remote,
  { space, altOf, tags, keepsLocation }: UploadPlace,
): FolderImport['add'] {
  let isStarted = false
  return async (path, filename, folder) => {
    try {
      const sha256 = keepsLocation ? await digestOf(path) : await cleanDigestOf(path)
      const query = { space, filename, sha256 }
      const { id: existing } = await remote.call('findFile', undefined, { query })
      if (existing !== null) return { kind: 'existing', id: existing }
      const alt = altOf(filename)
      const target = {
        space,
        ...(alt !== undefined && { alt }),
        ...(folder !== '' && { folder }),
        ...(tags.length > 0 && { tags: tags.join(',') }),
      }
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
