import { account } from './account.ts'
import { common } from './common.ts'
import { contents } from './contents.ts'
import { explorer } from './explorer.ts'
import { fieldTypeTexts } from '../field-types.ts'
import { item } from './item.ts'
import { media } from './media.ts'
import { models } from './models.ts'
import { settings } from './settings.ts'
import { text } from './text.ts'

export const en = {
  ...common,
  ...account,
  ...contents,
  ...item,
  ...media,
  ...models,
  ...settings,
  ...explorer,
  ...text,
  ...fieldTypeTexts('en'),
}

export type TextKey = keyof typeof en
