/** Sends a file as the only part of a form, and reports progress. */
import type { ApiResponse, ApiCall, Transport, TransportOptions } from './transport.ts'
import type { UploadProgress } from './types/options.ts'
import { sendByXhr } from './xhr.ts'

/** Types that can be uploaded. */
export type UploadSource = Blob | ReadableStream<Uint8Array>

export interface UploadRequest {
  readonly source: UploadSource
  readonly filename: string
  readonly query: URLSearchParams
  readonly idempotencyKey: string
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export async function sendUpload(
  transport: Transport,
  options: TransportOptions,
  request: UploadRequest,
): Promise<ApiResponse> {
  const { source, filename, onProgress, query, idempotencyKey, signal } = request
  const headers = { 'Idempotency-Key': idempotencyKey }
  const call: ApiCall = {
    method: 'POST',
    path: '/media',
    query,
    headers,
    isRepeatable: true,
    hasTimeout: false,
    signal,
  }
  const isBrowser = 'XMLHttpRequest' in globalThis && options.fetch === undefined
  if (source instanceof Blob && !onProgress) {
    return transport({ ...call, body: () => formOf(source, filename) })
  }
  if (isBrowser) {
    // Browsers cannot stream bodies over HTTP/1.1, and report progress only through XMLHttpRequest.
    const blob = source instanceof Blob ? source : await new Response(source).blob()
    const total = source instanceof Blob ? source.size : undefined
    const sendBy = () => sendByXhr(options, { ...request, total }, formOf(blob, filename))
    return transport({ ...call, sendBy })
  }
  const boundary = `octavo-${randomName()}`
  return transport({
    ...call,
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: () => streamOf(request, boundary),
    isOnce: !(source instanceof Blob),
  })
}

/** Random enough to be unique; `randomUUID` is missing on pages without TLS. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function formOf(blob: Blob, filename: string): FormData {
  const form = new FormData()
  form.set('file', blob, filename)
  return form
}

/** The form as a stream, in small chunks for progress events. */
function streamOf(request: UploadRequest, boundary: string): ReadableStream<Uint8Array> {
  const { source, filename, onProgress, signal } = request
  const text = new TextEncoder()
  const total = source instanceof Blob ? source.size : undefined
  const reader = (source instanceof Blob ? source.stream() : source).getReader()
  let left = new Uint8Array()
  let sent = 0
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(text.encode(headOf(source, filename, boundary)))
      // Node continues to read the body of an aborted request.
      const end = (): void => {
        controller.error(signal?.reason)
        void reader.cancel(signal?.reason)
      }
      signal?.addEventListener('abort', end, { once: true })
    },
    async pull(controller) {
      while (left.length === 0) {
        const { done, value } = await reader.read()
        if (signal?.aborted) return
        if (done) {
          controller.enqueue(text.encode(`\r\n--${boundary}--\r\n`))
          return controller.close()
        }
        left = new Uint8Array(value)
      }
      const piece = left.subarray(0, pieceBytes)
      left = left.subarray(pieceBytes)
      controller.enqueue(piece)
      onProgress?.({ sent: (sent += piece.length), total })
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const pieceBytes = 65_536

function headOf(source: UploadSource, filename: string, boundary: string): string {
  const type = (source instanceof Blob && source.type) || 'application/octet-stream'
  const disposition = `form-data; name="file"; filename="${quoted(filename)}"`
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
}

/** Escapes a name as the HTML standard requires for forms. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
