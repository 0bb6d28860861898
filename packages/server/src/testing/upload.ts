/** Uploads files like a client, and inspects the traces on the server. */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestResponse, TestApp } from './app-factory.ts'

export function formOf(bytes: Uint8Array, filename = 'a.txt', type = ''): FormData {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], filename, { type }))
  return form
}

export async function upload(
  app: TestApp,
  key: string,
  body: FormData | string | Uint8Array<ArrayBuffer>,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<TestResponse> {
  const response = await fetch(`${app.addresses.api}/v1/media${query}`, {
    method: 'POST',
    headers: { 'X-SERVICE-API-KEY': key, ...headers },
    body,
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: JSON.parse(text) as unknown,
  }
}

/** The local URL of an uploaded file, independent of its public address. */
export function servedAt(app: TestApp, response: TestResponse): string {
  const location = response.headers.get('location') ?? ''
  return location.replace(app.deps.assetsUrl, app.addresses.assets)
}

/** All data of uploads on disk and in the store. */
export async function traces(
  app: TestApp,
): Promise<{ records: number; files: string[]; incoming: string[] }> {
  const { store, mediaStorage, variantStorage } = app.deps
  const records = await store.read((tx) => tx.media.after(1, 0, 10_000))
  const incoming = join(dirname(variantStorage.folder), 'incoming')
  return {
    records: records.length,
    files: (await Array.fromAsync(mediaStorage.list())).toSorted(),
    incoming: await readdir(incoming).catch(() => []),
  }
}
