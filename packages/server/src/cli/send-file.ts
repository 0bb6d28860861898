/** Sends a file as multipart/form-data. `fetch` cannot wait until the server accepts the body. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export interface SentFile {
  path: string
  /** Without characters that need escapes in a header. */
  filename: string
}

export interface RawReply {
  status: number
  text: string
  /** Seconds until the request may be repeated; NaN if the server does not say. */
  wait: number
}

/** Milliseconds. Some proxies never send `100 Continue`. */
const longestExpectation = 2_000

/** A server that rejects the request receives nothing of the file, and its response is not lost. */
export async function sendFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  { path, filename }: SentFile,
): Promise<RawReply> {
  const boundary = `octavo-${crypto.randomUUID()}`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const { size } = await stat(path)
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(head) + size + Buffer.byteLength(tail),
      expect: '100-continue',
    },
  })
  return new Promise((resolve, reject) => {
    let isSending = false
    const sendBody = (): void => {
      if (isSending) return
      isSending = true
      pipeline(bodyOf(head, path, tail), request).catch(reject)
    }
    const timer = setTimeout(sendBody, longestExpectation)
    request.on('continue', sendBody)
    request.on('error', reject)
    request.on('response', (response) => {
      isSending = true
      // The connection of a rejected request cannot be used again, because its body is not sent.
      replyOf(response)
        .then(resolve, reject)
        .finally(() => request.destroy())
    })
    request.on('close', () => clearTimeout(timer))
    request.flushHeaders()
  })
}

function bodyOf(head: string, path: string, tail: string): Readable {
  return Readable.from(
    (async function* () {
      yield head
      yield* createReadStream(path) as AsyncIterable<Buffer>
      yield tail
    })(),
    { objectMode: false },
  )
}

async function replyOf(response: IncomingMessage): Promise<RawReply> {
  const wait = Number(response.headers['retry-after'] ?? Number.NaN)
  return { status: response.statusCode ?? 0, text: await text(response), wait }
}
