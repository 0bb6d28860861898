import type { Schema } from './octavo.ts'

export type Language = Schema['languages']
export const languages: readonly Language[] = ['en', 'ja']
/** The language that Octavo falls back to: the first in the schema. */
export const mainLanguage: Language = 'en'

export function isLanguage(value: string | undefined): value is Language {
  return languages.some((language) => language === value)
}

const english = {
  language: 'English',
  site: 'Slack Water',
  tagline: 'Small harbours, made things, and what there is for lunch.',
  skip: 'Skip to the text',
  events: 'Events',
  search: 'Search',
  searchHint: 'A word, a place, a fish',
  searchPrompt: 'Type something to search articles and events.',
  searchNeedsScript: 'Searching needs JavaScript.',
  searchFailed: 'The search failed. Try again in a moment.',
  searchFound: (total: number) => (total === 1 ? '1 result' : `${total} results`),
  latest: 'Latest',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  newer: 'Newer',
  older: 'Older',
  by: (name: string) => `By ${name}`,
  articlesBy: (name: string) => `Articles by ${name}`,
  related: 'Related',
  readNext: 'Read next',
  where: 'Where',
  when: 'When',
  price: 'Price',
  free: 'Free',
  hosts: 'With',
  booking: 'Book a place',
  noBooking: 'No booking needed',
  upcoming: 'Coming up',
  past: 'Past',
  nothingUpcoming: 'Nothing is planned at the moment.',
  serves: 'Serves',
  issue: (number: string, title: string) => `Issue ${number}, ${title}`,
  onlyInMain: 'This text exists in English only.',
  notFound: 'There is nothing here',
  notFoundText: 'The page may have moved with the tide.',
  home: 'To the front page',
  drafts: 'Preview: drafts are shown',
  status: { draft: 'Draft', published: '', published_draft: 'Changed, not published' },
}

const japanese: typeof english = {
  language: '日本語',
  site: '潮どまり',
  tagline: '小さな港と、手でつくるものと、昼ごはん。',
  skip: '本文へ移動',
  events: '催し',
  search: '検索',
  searchHint: 'ことば、場所、魚の名前',
  searchPrompt: '記事と催しを検索できます。',
  searchNeedsScript: '検索にはJavaScriptが必要です。',
  searchFailed: '検索できませんでした。しばらくしてからお試しください。',
  searchFound: (total) => `${total}件`,
  latest: '新しい記事',
  page: (page, pages) => `${pages}ページ中${page}ページ`,
  newer: '新しい記事へ',
  older: '前の記事へ',
  by: (name) => `文：${name}`,
  articlesBy: (name) => `${name}の記事`,
  related: '関連する記事',
  readNext: '次に読む',
  where: '場所',
  when: '日時',
  price: '料金',
  free: '無料',
  hosts: '出演',
  booking: '予約する',
  noBooking: '予約不要',
  upcoming: 'これからの催し',
  past: '終わった催し',
  nothingUpcoming: 'いまのところ予定はありません。',
  serves: '分量',
  issue: (number, title) => `第${Number(number)}号「${title}」`,
  onlyInMain: 'この文章は英語のみです。',
  notFound: 'ページが見つかりません',
  notFoundText: '潮とともに流れたのかもしれません。',
  home: '表紙へ戻る',
  drafts: 'プレビュー：下書きを表示しています',
  status: { draft: '下書き', published: '', published_draft: '未公開の変更あり' },
}

export const words = { en: english, ja: japanese }

/** The magazine is published in Japan, so times are local there, wherever the site is built. */
const timeZone = 'Asia/Tokyo'

export function dateText(language: Language, moment: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(moment))
}

export function timesText(language: Language, from: string, to: string | null): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  })
  return to ? format.formatRange(new Date(from), new Date(to)) : format.format(new Date(from))
}

/** The price in yen, 0 for a free event, and what it includes. */
export function costText(language: Language, price: number | null, note: string | null): string {
  const yen = new Intl.NumberFormat(language, { style: 'currency', currency: 'JPY' })
  const cost = price === 0 ? words[language].free : price && yen.format(price)
  return [cost, note].filter((text) => typeof text === 'string').join(', ')
}
