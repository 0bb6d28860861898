/** Editing sessions of an article of 10 KB, and the space that its revisions take. */
import type { Store } from '../store/store.ts'

const paragraphCount = 25
const paragraphLength = 400
const editsPerSession = 3
const editLength = 80

/** The paragraphs of an article: as it is created, then after each editing session. The same on every machine. */
export function* editedArticle(sessions: number): Generator<readonly string[]> {
  const random = randomWords(7)
  const paragraphs = Array.from({ length: paragraphCount }, () => random.sentence(paragraphLength))
  yield [...paragraphs]
  for (let session = 0; session < sessions; session++) {
    for (let edit = 0; edit < editsPerSession; edit++) {
      const at = random.below(paragraphs.length)
      const text = paragraphs[at] ?? ''
      const from = random.below(Math.max(1, text.length - editLength))
      const after = text.slice(from + editLength)
      paragraphs[at] = text.slice(0, from) + random.sentence(editLength) + after
    }
    yield [...paragraphs]
  }
}

/** The rows of the revisions of an item, as JSON, in bytes. */
export function revisionBytes(store: Store, itemId: number): Promise<number> {
  return store.read(async (tx) => {
    let sum = 0
    for (const table of ['revision_heads', 'revisions']) {
      for await (const rows of tx.tables.scan(table)) {
        for (const row of rows) {
          if (row['item_id'] === itemId) sum += Buffer.byteLength(JSON.stringify(row))
        }
      }
    }
    return sum
  })
}

/** Text that compresses like prose: few frequent words and many rare ones. */
function randomWords(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  const letters = 'etaoinshrdlucmfwypvbgk'
  const words = Array.from({ length: 3000 }, () =>
    Array.from({ length: 2 + below(9) }, () => letters[below(letters.length)]).join(''),
  )
  const word = (): string => words[Math.floor(below(1000) ** 2 / 1000) * (1 + below(3))] ?? 'the'
  return {
    below,
    sentence(length: number): string {
      let text = ''
      while (text.length < length) text += `${word()} `
      return text.trim()
    },
  }
}
