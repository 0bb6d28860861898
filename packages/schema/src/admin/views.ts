/** Saved views of the content list. */
import { z } from 'zod'
import { say } from '../problems.ts'
import { rule, text } from './values.ts'

const longestViewName = 100
const mostParameters = 50
const longestValue = 1000

/** The parameters of a content list that a view can have, besides filters such as `author._id[eq]`. */
const viewParameters = [
  'model',
  'contains',
  'order',
  'columns',
  'lang',
  'space',
  'state',
  'translation',
] as const

const isParameter = (name: string): boolean =>
  (viewParameters as readonly string[]).includes(name) || /^[a-z0-9_.]+\[[a-z]+\]$/.test(name)

const name = text(longestViewName)
  .transform((value) => value.trim())
  .refine((value) => value !== '', rule(say('required')))

const search = z
  .record(
    text(longestValue),
    text(longestValue).refine((value) => value !== '', rule(say('required'))),
  )
  .superRefine((values, context) => {
    const names = Object.keys(values)
    if (names.length > mostParameters)
      context.addIssue({ code: 'custom', ...rule(say('tooManyNames', { max: mostParameters })) })
    for (const one of names.filter((each) => !isParameter(each)).slice(0, mostParameters))
      context.addIssue({ code: 'custom', path: [one], ...rule(say('unknownName')) })
  })
  .describe(
    `Parameters of the list: ${viewParameters.join(', ')}, and filters such as \`author._id[eq]\`. ` +
      'At most 50.',
  )

export const savedView = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    isShared: z.boolean().describe('Whether all users see it. Otherwise only its owner does.'),
    search: z.record(z.string(), z.string()),
  })
  .meta({ id: 'SavedView' })

export const savedViews = z.strictObject({ views: z.array(savedView) }).meta({
  id: 'SavedViews',
  description: 'Shared views and those of the caller, by name.',
})

export const viewCreation = z
  .strictObject({
    name,
    isShared: z.boolean().default(false).describe('Requires the role editor.'),
    search,
  })
  .meta({ id: 'ViewCreation' })

export const viewChange = z
  .strictObject({
    name: name.exactOptional(),
    isShared: z.boolean().exactOptional().describe('Requires the role editor.'),
    search: search.exactOptional(),
  })
  .meta({ id: 'ViewChange' })

export type SavedView = z.infer<typeof savedView>
