/** All media storages, for suites that run once for each. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderStorage } from '../media/folder-storage.ts'
import { s3Storage } from '../media/s3/s3-storage.ts'
import type { MediaStorage } from '../media/storage.ts'
import { startTestS3 } from './s3-server.ts'

export interface TestStorage {
  storage: MediaStorage
  end(): Promise<void>
}

export const mediaStorages: Readonly<Record<string, () => Promise<TestStorage>>> = {
  async 'a folder'() {
    const folder = await mkdtemp(join(tmpdir(), 'octavo-storage-'))
    return {
      storage: folderStorage(join(folder, 'media')),
      end: () => rm(folder, { recursive: true, force: true }),
    }
  },
  async S3() {
    const s3 = await startTestS3()
    return { storage: s3Storage(s3.settings, { fetch, now: Date.now }), end: s3.stop }
  },
}
