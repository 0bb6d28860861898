/** The state of translations. */
import { z } from 'zod'
import { translationStates } from '../choices.ts'
import { count, languageKey, luid, text, time } from './values.ts'

export const translation = z
  .strictObject({
    language: z.string(),
    madeAt: time.describe(
      'The last change of its text, or when a user found it up to date: it was made from the text ' +
        'that the main language had then.',
    ),
    isOutdated: z.boolean().describe('Whether the text of the main language has changed since.'),
  })
  .meta({ id: 'Translation' })

export const translationConfirmation = z
  .strictObject({
    language: languageKey.describe('Not the main language.'),
    expected: text(100)
      .nullable()
      .describe(
        'The version of the main language that the translation was compared with. Rejected with 412 if ' +
          'it is not current; null skips the check.',
      ),
  })
  .meta({ id: 'TranslationConfirmation' })

const languageCount = z
  .strictObject({ language: z.string(), missing: count, outdated: count })
  .meta({ id: 'TranslationCount' })

export const translationCounts = z
  .strictObject({
    models: z.array(
      z
        .strictObject({
          model: luid,
          total: count.describe('Active items with data in the main language.'),
          languages: z
            .array(languageCount)
            .describe('Every language except the main language, in the order of the definition.'),
        })
        .meta({ id: 'ModelTranslations' }),
    ),
  })
  .meta({ id: 'TranslationCounts' })

export const translationState = z
  .enum(translationStates)
  .exactOptional()
  .describe(
    'Requires `lang`, a language other than the main language. `missing`: items without data in it. ' +
      '`outdated`: items whose text in the main language has changed since, the newest 10,000.',
  )

export type TranslationCounts = z.infer<typeof translationCounts>
