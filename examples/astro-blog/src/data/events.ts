import type { Language } from '../i18n.ts'
import { client } from './client.ts'
import { inOwnLanguage } from './own-language.ts'

const summary = {
  _id: true,
  _status: true,
  title: true,
  slug: true,
  summary: true,
  starts_at: true,
  ends_at: true,
  poster: true,
  place: { name: true },
} as const

/** Upcoming events, the next one first, and past events, the latest first. */
export async function listEvents(lang: Language) {
  const now = new Date()
  const shared = { model: 'event', lang, langFallback: true, select: summary } as const
  const [upcoming, past] = await Promise.all([
    client.list({ ...shared, where: { starts_at: { gte: now } }, order: 'starts_at' }),
    client.list({ ...shared, where: { starts_at: { lt: now } }, order: '-starts_at', limit: 20 }),
  ])
  const own = await inOwnLanguage(client, lang, [...upcoming.data, ...past.data])
  const marked = (events: typeof past.data) =>
    events.map((event) => ({ ...event, isTranslated: own.has(event._id) }))
  return { upcoming: marked(upcoming.data), past: marked(past.data) }
}

export type EventSummary = Awaited<ReturnType<typeof listEvents>>['past'][number]

export async function readEvent(lang: Language, slug: string) {
  const { data } = await client.list({
    model: 'event',
    lang,
    langFallback: true,
    where: { slug: { eq: slug } },
    limit: 1,
  })
  const [event] = data
  if (!event) return undefined
  const own = await inOwnLanguage(client, lang, [event])
  return { ...event, isTranslated: own.has(event._id) }
}
