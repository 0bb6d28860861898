/** A real S3 server that checks signatures, on the loopback address. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../media/s3/client.ts'
import { supportUploads } from './s3-uploads.ts'

export interface S3Request {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
}

/** An error status, or a closed connection before or after the request is handled. */
export type S3Fault = number | 'cut before' | 'cut after' | undefined

export interface TestS3 {
  readonly settings: S3Settings
  /** Returns the fault of a request, which waits for the result. */
  fault: (request: S3Request) => S3Fault | Promise<S3Fault>
  /** The unfinished multipart uploads. */
  uploads(): Promise<string[]>
  /** Makes all current uploads look this much older. */
  age(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

/** Starts with an empty bucket. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-s3-'))
  const bucket = 'media'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const folder = server.store.getResourcePath(bucket, undefined, 'uploads')
  const uploads = (): Promise<string[]> => readdir(folder).catch(() => [])

  server.middleware.unshift(async (context, next) => {
    const { method, path, query } = context
    const fault = await test.fault({ method, path, query })
    if (typeof fault === 'number') {
      context.req.resume()
      context.status = fault
      return
    }
    if (fault !== 'cut before') await next()
    if (fault === undefined) return
    context.respond = false
    context.res.destroy()
  })
  supportUploads(server)
  const { port } = await server.run()
  const test: TestS3 = {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      prefix: 'octavo/',
      usesPathStyle: true,
    },
    fault: () => undefined,
    uploads,
    async age(milliseconds) {
      const begun = new Date(Date.now() - milliseconds)
      for (const id of await uploads()) await utimes(join(folder, id, 'key'), begun, begun)
    },
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  return test
}
