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

/** Caches data that every page of a build needs. The dev server reads it again each time. */
export function cached<K, T>(read: (key: K) => Promise<T>): (key: K) => Promise<T> {
  if (import.meta.env.DEV) return read
  const results = new Map<K, Promise<T>>()
  return (key) => {
    const result = results.get(key) ?? read(key)
    results.set(key, result)
    return result
  }
}
