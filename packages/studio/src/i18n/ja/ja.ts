import { account } from './account.ts'
import { common } from './common.ts'
import { contents } from './contents.ts'
import { deploys } from './deploys.ts'
import { explorer } from './explorer.ts'
import { finding } from './finding.ts'
import { fieldTypeTexts } from '../field-types.ts'
import { item } from './item.ts'
import { media } from './media.ts'
import { models } from './models.ts'
import { releases } from './releases.ts'
import { schedule } from './schedule.ts'
import { settings } from './settings.ts'
import { start } from './start.ts'
import { text } from './text.ts'
import { translations } from './translations.ts'
import { views } from './views.ts'
import { webhooks } from './webhooks.ts'

export const ja = {
  __proto__: null,
  ...common,
  ...account,
  ...contents,
  ...deploys,
  ...item,
  ...media,
  ...models,
  ...releases,
  ...schedule,
  ...settings,
  ...start,
  ...explorer,
  ...finding,
  ...text,
  ...translations,
  ...views,
  ...webhooks,
  ...fieldTypeTexts('ja'),
}
