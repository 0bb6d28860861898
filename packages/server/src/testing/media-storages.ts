/** Every media storage, for suites that run once for each. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { folderStorage } from '../media/folder-storage.ts'
import type { S3Settings } from '../media/s3/client.ts'
import { s3Storage } from '../media/s3/s3-storage.ts'
import type { MediaStorage } from '../media/storage.ts'

export interface TestStorage {
  storage: MediaStorage
  end(): Promise<void>
}

export interface TestS3 {
  settings: S3Settings
  stop(): Promise<void>
}

/** A server that speaks S3 and checks signatures, with an empty bucket. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'media' }],
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'media',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      prefix: 'octavo/',
      usesPathStyle: true,
    },
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
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
