/** In what light, width and language the web app is looked at, and by which words. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { en, type TextKey } from '../../packages/studio/src/i18n/en/en.ts'
import { ja } from '../../packages/studio/src/i18n/ja/ja.ts'
import type { Instance } from './browser.ts'

/** A text of the interface, in the language of the variant, with its {places} as given. */
export type Words = (key: TextKey, values?: Record<string, string>) => string

export interface Seen {
  page: Page
  t: Words
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

/** Every pair of colours, width and language is among them. */
export const variants: Variant[] = [
  variant('light', 'en', { viewport: wide }),
  variant('phone-dark-japanese', 'ja', { viewport: narrow, hasTouch: true, colorScheme: 'dark' }),
  variant('dark-japanese', 'ja', { viewport: wide, colorScheme: 'dark' }),
  variant('phone-dark', 'en', { viewport: narrow, hasTouch: true, colorScheme: 'dark' }),
  variant('phone-japanese', 'ja', { viewport: narrow, hasTouch: true }),
]

export function wordsIn(language: 'en' | 'ja'): Words {
  const catalogue: Record<TextKey, string> = language === 'en' ? en : ja
  return (key, values = {}) =>
    catalogue[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

export const isNarrow = ({ page }: Seen): boolean => page.viewportSize()?.width === narrow.width
