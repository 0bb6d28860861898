import type { AdminError } from '@octavo/schema/admin/errors.ts'
import { failureFrom, networkFailure } from './admin-failure.ts'

export interface FileSending {
  method: 'POST' | 'PUT'
  url: string
  header: { readonly name: string; readonly value: string }
  file: Blob
  filename: string
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** The part of XMLHttpRequest that is used, because not every platform has the type. */
interface Xhr {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: FormData): void
  abort(): void
  addEventListener(event: 'load' | 'error' | 'abort', listener: () => void): void
  readonly upload: {
    addEventListener(
      event: 'progress',
      listener: (event: { loaded: number; total: number }) => void,
    ): void
  }
  readonly status: number
  readonly responseText: string
}

/** Sends a file as the part `file` of a form. Only XMLHttpRequest reports upload progress in browsers. */
export function sendFile<Reply>(sending: FileSending): Promise<Reply> {
  const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => Xhr }
  const form = new FormData()
  form.append('file', sending.file, sending.filename)
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.upload.addEventListener('progress', ({ loaded, total }) =>
      sending.onProgress?.(total > 0 ? loaded / total : 0),
    )
    xhr.addEventListener('load', () => {
      const body = parsed(xhr.responseText)
      if (xhr.status >= 200 && xhr.status < 300) resolve(body as Reply)
      else reject(failureFrom(xhr.status, body as Partial<AdminError> | undefined))
    })
    xhr.addEventListener('error', () => reject(networkFailure()))
    xhr.addEventListener('abort', () => reject(networkFailure()))
    sending.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.open(sending.method, sending.url)
    xhr.setRequestHeader(sending.header.name, sending.header.value)
    xhr.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
