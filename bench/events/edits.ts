/** Edits of published articles: each is one change and one event. */
import { setTimeout as delay } from 'node:timers/promises'
import { articleId } from '../articles.ts'
import { epochTime } from './epoch-time.ts'

export interface Editing {
  readonly baseUrl: string
  readonly key: string
  /** Articles in the data set. */
  readonly size: number
}

let edits = 0

/** Publishes a new title of the next article. Returns its id. */
export async function editNext({ baseUrl, key, size }: Editing): Promise<number> {
  const id = articleId(1 + (edits++ % size))
  const response = await fetch(`${baseUrl}/contents/${id}?model=article&published=true`, {
    method: 'PATCH',
    headers: { 'X-SERVICE-API-KEY': key, 'content-type': 'application/json' },
    body: JSON.stringify({ fields: { title: `Edited ${edits}` } }),
  })
  if (response.status !== 200) throw new Error(`an edit failed: ${await response.text()}`)
  await response.bytes()
  return id
}

export interface Edits {
  count: number
  /** When the first one was sent. */
  startedAt: number
}

/** Edits at a constant rate, whether or not earlier edits have ended. */
export async function editAtRate(
  editing: Editing,
  { perMinute, seconds }: { perMinute: number; seconds: number },
): Promise<Edits> {
  const count = Math.ceil((perMinute / 60) * seconds)
  const startedAt = epochTime()
  const running: Promise<number>[] = []
  for (let index = 0; index < count; index++) {
    const due = startedAt + (index * 60_000) / perMinute
    const wait = due - epochTime()
    if (wait > 0) await delay(wait)
    running.push(editNext(editing))
  }
  await Promise.all(running)
  return { count, startedAt }
}
