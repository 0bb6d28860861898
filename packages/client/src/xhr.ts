import { errorOf, OctavoError } from './errors.ts'
import type { ApiResponse, TransportOptions } from './transport.ts'
import type { UploadProgress } from './types/options.ts'
import { reasonOf } from './wait.ts'

export interface XhrRequest {
  readonly query: URLSearchParams
  readonly idempotencyKey: string
  readonly total: number | undefined
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** The part of XMLHttpRequest that is used, because not every platform has the type. */
interface Xhr {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: FormData): void
  abort(): void
  getAllResponseHeaders(): string
  addEventListener(event: 'load' | 'error' | 'abort', listener: () => void): void
  readonly upload: {
    addEventListener(event: 'progress', listener: (event: { loaded: number }) => void): void
  }
  readonly status: number
  readonly responseText: string
}

/** Sends a form with upload progress, which only browsers support. */
export function sendByXhr(
  { url, key }: TransportOptions,
  { query, idempotencyKey, total, signal, onProgress }: XhrRequest,
  form: FormData,
): Promise<ApiResponse> {
  const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => Xhr }
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal))
    const xhr = new XMLHttpRequest()
    const abort = (): void => xhr.abort()
    const end = (finish: () => void) => () => {
      signal?.removeEventListener('abort', abort)
      finish()
    }
    const failed = new OctavoError({ status: 0, code: 'Network', detail: 'the upload failed' })
    // `loaded` includes the overhead of the form.
    xhr.upload.addEventListener('progress', ({ loaded }) =>
      onProgress?.({ sent: Math.min(loaded, total ?? loaded), total }),
    )
    xhr.addEventListener(
      'load',
      end(() => void responseOf(xhr).then(resolve, reject)),
    )
    xhr.addEventListener(
      'error',
      end(() => reject(failed)),
    )
    xhr.addEventListener(
      'abort',
      end(() => reject(signal ? reasonOf(signal) : failed)),
    )
    signal?.addEventListener('abort', abort, { once: true })
    xhr.open('POST', `${url.replace(/\/+$/, '')}/media?${query.toString()}`)
    xhr.setRequestHeader('X-SERVICE-API-KEY', key)
    xhr.setRequestHeader('Idempotency-Key', idempotencyKey)
    xhr.setRequestHeader('Accept', 'application/json, application/problem+json')
    xhr.send(form)
  })
}

async function responseOf(xhr: Xhr): Promise<ApiResponse> {
  const lines = xhr.getAllResponseHeaders().trim().split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const response = new Response(xhr.responseText, { status: xhr.status, headers })
  if (!response.ok) throw await errorOf(response)
  return { body: await response.json(), headers }
}
