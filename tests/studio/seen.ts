/** Variants of Studio: colour scheme, width and language. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { en, type TextKey } from '../../packages/studio/src/i18n/en/en.ts'
import { ja } from '../../packages/studio/src/i18n/ja/ja.ts'
import type { Instance } from './browser.ts'

/** Returns an interface text in the language of the variant, with its {placeholders} filled in. */
export type Texts = (key: TextKey, values?: Record<string, string>) => string

export interface Seen {
  page: Page
  t: Texts
  instance: Instance
}

export interface Variant {
  name: string
  language: 'en' | 'ja'
  options: BrowserContextOptions
}

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

function variant(name: string, language: 'en' | 'ja', options: BrowserContextOptions): Variant {
  const locale = language === 'en' ? 'en-GB' : 'ja-JP'
  return { name, language, options: { locale, timezoneId: 'Asia/Tokyo', ...options } }
}

export const desktop = variant('light', 'en', { viewport: wide })
export const phone = variant('phone-dark-japanese', 'ja', {
  viewport: narrow,
  hasTouch: true,
  colorScheme: 'dark',
})

/** Covers every pair of colour scheme, width and language. */
export const variants: Variant[] = [
  desktop,
  phone,
  variant('dark-japanese', 'ja', { viewport: wide, colorScheme: 'dark' }),
  variant('phone-dark', 'en', { viewport: narrow, hasTouch: true, colorScheme: 'dark' }),
  variant('phone-japanese', 'ja', { viewport: narrow, hasTouch: true }),
]

export function textsIn(language: 'en' | 'ja'): Texts {
  const catalogue: Record<TextKey, string> = language === 'en' ? en : ja
  return (key, values = {}) =>
    catalogue[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

export const isNarrow = ({ page }: Seen): boolean => page.viewportSize()?.width === narrow.width
