/** The search page queries Octavo from the browser, with the key that reads published content. */
import { createClient } from '@octavo/client'
import { OCTAVO_KEY, OCTAVO_URL } from 'astro:env/client'
import { inOwnLanguage } from './data/own-language.ts'
import { isLanguage, mainLanguage, words } from './i18n.ts'
import type { Schema } from './octavo.ts'
import { paths, shownLanguage } from './routes.ts'

const client = createClient<Schema>({ url: OCTAVO_URL, key: OCTAVO_KEY })
const code = document.documentElement.lang
const lang = isLanguage(code) ? code : mainLanguage
const text = words[lang]

const form = required('form.search', HTMLFormElement)
const input = required('form.search input', HTMLInputElement)
const count = required('#count', HTMLElement)
const hits = required('#hits', HTMLElement)

let running = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined

input.value = new URLSearchParams(location.search).get('q') ?? ''
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void search()
})
input.addEventListener('input', (event) => {
  // Do not search for kana before the IME has converted them to kanji.
  if (event instanceof InputEvent && event.isComposing) return
  clearTimeout(timer)
  timer = setTimeout(search, 250)
})
input.addEventListener('compositionend', () => void search())
if (input.value) void search()
else input.focus()

async function search(): Promise<void> {
  clearTimeout(timer)
  running.abort()
  running = new AbortController()
  const { signal } = running
  const keywords = input.value.split(/[\s,、]+/).filter(Boolean)
  history.replaceState(
    null,
    '',
    keywords.length > 0 ? `?q=${encodeURIComponent(input.value)}` : '.',
  )
  if (keywords.length === 0) {
    hits.replaceChildren()
    count.textContent = text.searchPrompt
    return
  }
  try {
    const { total, found } = await find(keywords, signal)
    hits.replaceChildren(...found.map(hitElement))
    count.textContent = text.searchFound(total)
  } catch (error) {
    if (signal.aborted) return
    console.error(error)
    count.textContent = text.searchFailed
  }
}

async function find(keywords: readonly string[], signal: AbortSignal) {
  const { total, data } = await client.list({
    model: ['article', 'event'],
    lang,
    langFallback: true,
    contains: keywords,
    select: { _id: true, _model: true, title: true, slug: true, lead: true, summary: true },
    limit: 30,
    signal,
  })
  const own = await inOwnLanguage(client, lang, data)
  const found = data.map((item) => ({
    title: item.title,
    lang: shownLanguage(lang, own.has(item._id)),
    href: paths[item._model](lang, item.slug),
    summary: item._model === 'article' ? item.lead : item.summary,
  }))
  return { total, found }
}

function hitElement(hit: Awaited<ReturnType<typeof find>>['found'][number]): HTMLElement {
  const entry = document.createElement('li')
  const link = document.createElement('a')
  const summary = document.createElement('p')
  entry.lang = hit.lang
  link.href = hit.href
  link.textContent = hit.title
  summary.textContent = hit.summary
  entry.append(link, summary)
  return entry
}

function required<E extends Element>(selector: string, type: { new (): E }): E {
  const element = document.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`The page has no ${selector}`)
  return element
}
