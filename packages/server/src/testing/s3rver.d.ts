/** Types of the part of the package that we use; it has none of its own. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface S3Context {
    readonly method: string
    readonly path: string
    readonly query: Readonly<Record<string, string | undefined>>
    readonly req: IncomingMessage
    readonly res: ServerResponse
    status: number
    body: unknown
    respond: boolean
  }

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    /** Starts with logging and ends with the routes. */
    readonly middleware: ((context: S3Context, next: () => Promise<void>) => Promise<void>)[]
    readonly store: {
      getResourcePath(bucket: string, key: undefined, resource: string): string
    }
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
