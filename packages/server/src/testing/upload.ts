/** Uploads as clients send them, and what is left of them on the server. */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Answer, TestApp } from './app-factory.ts'

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
): Promise<Answer> {
  const answer = await fetch(`${app.addresses.api}/v1/media${query}`, {
    method: 'POST',
    headers: { 'X-SERVICE-API-KEY': key, ...headers },
    body,
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) as unknown }
}

/** Where an uploaded file is served by this app, whatever its public address is. */
export function servedAt(app: TestApp, answer: Answer): string {
  const location = answer.headers.get('location') ?? ''
  return location.replace(app.deps.assetsUrl, app.addresses.assets)
}

/** Everything that uploads leave on disk and in the store. */
export async function traces(
  app: TestApp,
): Promise<{ records: number; files: string[]; incoming: string[] }> {
  const { store, mediaStorage, variantRoom } = app.deps
  const records = await store.read((tx) => tx.media.after(1, 0, 10_000))
  const incoming = join(dirname(variantRoom.folder), 'incoming')
  return {
    records: records.length,
    files: (await Array.fromAsync(mediaStorage.list())).toSorted(),
    incoming: await readdir(incoming).catch(() => []),
  }
}
