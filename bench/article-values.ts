/**
 * The data set as plain values, for every measured server: 50 authors, 20 categories and any
 * number of articles of about 2 KB with English and Japanese text. The same number always returns the
 * same article, on every machine.
 */
export const authorCount = 50
export const categoryCount = 20
export const tagCount = 200
export const kinds = ['news', 'essay', 'note', 'review'] as const
export const firstTime = Date.UTC(2020, 0, 1)
export const minute = 60_000

export interface ArticleValues {
  title: string
  slug: string
  lead: string
  body: string
  featured: boolean
  kind: (typeof kinds)[number]
  tag: string
  /** Milliseconds since the epoch. */
  startsAt: number
  /** 1 to 50. */
  author: number
  /** 1 to 20. */
  category: number
}

const english = (
  'harbour morning lighthouse ferry slow timetable cedar paper indigo kiln lantern pass salt road ' +
  'kitchen window rain alley river blue hour terraces lemon island fog bell market ledger notebook'
).split(' ')
const japanese =
  '港の朝 灯台 渡し船 手仕事 和紙 藍染め 窯元 峠道 塩の道 台所 窓辺 雨の路地 川音 島影 霧笛 鐘の音 市場 帳面'.split(
    ' ',
  )

/**
 * Each article contains four of a thousand place names in each script, so that a search matches
 * 0.4 % of all articles.
 */
const syllables = 'ba do fe gu ki lo mu ne pa ru'.split(' ')
const [firsts, seconds] = [
  '桜梅松竹菊蘭柳楓桐椿榊樫杉檜柏楠桂栗柿桃梨杏李橘柚藤萩葛蓮葵茜蓬',
  '岡谷沢浜崎瀬原野池泉滝坂橋森林畑丘嶺淵洲磯潟湾堀堤渚沼岬洞窪塚垣',
].map((text) => [...text]) as [string[], string[]]
export const placeCount = 1000
const placesInArticle = 4

export function authorName(n: number): string {
  return `Author ${n} 山田${n}`
}

export function categoryName(n: number): string {
  return `Category ${n}`
}

/** A fictional place of six letters; `place` counts from 0. */
export function englishPlace(place: number): string {
  return [place / 100, place / 10, place].map((part) => syllables[Math.floor(part) % 10]).join('')
}

/** A fictional place of two characters. */
export function japanesePlace(place: number): string {
  return `${firsts[place % 32]}${seconds[Math.floor(place / 32) % 32]}`
}

export function articleValues(n: number): ArticleValues {
  const random = randomFrom(n)
  const pick = (count: number): number => Math.floor(random() * count)
  const places = (name: (place: number) => string): string =>
    Array.from({ length: placesInArticle }, () => name(pick(placeCount))).join(' ')
  return {
    title: `${sentence(english, random, 4)} ${sentence(japanese, random, 2)} ${n}`,
    slug: `article-${n}`,
    lead: sentence(english, random, 14),
    body: [
      sentence(english, random, 146),
      places(englishPlace),
      sentence(japanese, random, 88),
      places(japanesePlace),
      `第${n}号`,
    ].join(' '),
    featured: random() < 0.1,
    kind: kinds[pick(4)] ?? 'news',
    tag: `tag-${pick(tagCount)}`,
    startsAt: firstTime + pick(3_000_000) * minute,
    author: 1 + pick(authorCount),
    category: 1 + pick(categoryCount),
  }
}

function sentence(words: readonly string[], random: () => number, length: number): string {
  let text = words[Math.floor(random() * words.length)] ?? ''
  for (let count = 1; count < length; count++) {
    text += ` ${words[Math.floor(random() * words.length)]}`
  }
  return text
}

/** Returns the same numbers for the same seed on every machine. */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
