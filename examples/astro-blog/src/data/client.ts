import { createClient } from '@octavo/client'
import { OCTAVO_KEY, OCTAVO_URL } from 'astro:env/client'
import { OCTAVO_DRAFT_KEY } from 'astro:env/server'
import type { Schema } from '../octavo.ts'

/** `npm run preview:drafts` starts Astro in this mode. */
export const showsDrafts = import.meta.env.MODE === 'drafts'

if (showsDrafts && !OCTAVO_DRAFT_KEY) {
  throw new Error('A preview needs OCTAVO_DRAFT_KEY: see .env.example')
}

export const client = createClient<Schema>({
  url: OCTAVO_URL,
  key: (showsDrafts && OCTAVO_DRAFT_KEY) || OCTAVO_KEY,
})

/** What every page of a build asks for is asked for once. A dev server asks again each time. */
export function remembered<K, T>(read: (key: K) => Promise<T>): (key: K) => Promise<T> {
  if (import.meta.env.DEV) return read
  const answers = new Map<K, Promise<T>>()
  return (key) => {
    const answer = answers.get(key) ?? read(key)
    answers.set(key, answer)
    return answer
  }
}
