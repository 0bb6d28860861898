/** Releases: named sets of changes that are published together. Times in replies are ISO 8601 UTC. */
import { z } from 'zod'
import { releaseActions, releaseStates } from '../choices.ts'
import { say } from '../problems.ts'
import { isLuid } from '../names.ts'
import { actor, itemLabel, labels } from './contents.ts'
import { problem } from './problems.ts'
import { paging, wholeNumber } from './query.ts'
import { instant } from './schedules.ts'
import {
  count,
  fields,
  id,
  languageKey,
  luid,
  page,
  rule,
  shortList,
  text,
  time,
} from './values.ts'

const action = z.enum(releaseActions)

/** How many items a release may contain. */
export const mostReleaseItems = 2000

export const release = z
  .strictObject({
    luid,
    name: z.string(),
    state: z
      .enum(releaseStates)
      .describe('`failed`: it was scheduled, and nothing was published; see `problems`.'),
    items: count.describe('How many items it contains.'),
    at: time.nullable().describe('When it will be published; null if it has no time.'),
    createdAt: time,
    createdBy: actor,
    publishedAt: time.nullable(),
    publishedBy: actor.nullable().describe('Who published or scheduled it.'),
    undoneAt: time.nullable().describe('When it was last undone. It is then open again.'),
    archivedAt: time.nullable(),
    failedAt: time.nullable(),
    problems: z.array(problem).describe('Why the scheduled publication failed.'),
    hasHiddenItems: z
      .boolean()
      .describe('Whether it contains items of spaces that the caller may not use.'),
  })
  .meta({ id: 'Release' })

export const releaseListQuery = z.object({
  ...paging.shape,
  state: z.enum(releaseStates).exactOptional(),
  archived: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: only archived releases. Default: all others.'),
})

export const releaseList = page(release).meta({
  id: 'ReleaseList',
  description: 'Scheduled ones first, by time; then the newest.',
})

const releaseLuid = text(64).refine(isLuid, rule(say('releaseLuid')))
const releaseName = text(200)

export const releaseCreation = z
  .strictObject({
    luid: releaseLuid,
    name: releaseName.exactOptional().describe('Default: the LUID.'),
  })
  .meta({ id: 'ReleaseCreation' })

export const releaseChange = z
  .strictObject({
    name: releaseName.min(1).exactOptional(),
    isArchived: z.boolean().exactOptional(),
  })
  .meta({ id: 'ReleaseChange' })

const conflict = z.strictObject({ at: time.describe('When the language was published.') }).meta({
  id: 'ReleaseConflict',
  description: 'The language was published after the entry was added, with other content.',
})

export const releaseEntry = z
  .strictObject({
    item: itemLabel,
    language: z.string().nullable().describe('Null if the whole item is deleted.'),
    action,
    title: z.string().describe('The title in the release.'),
    addedAt: time,
    by: actor,
    isDraftNewer: z
      .boolean()
      .describe('Whether the draft differs from the content in the release.'),
    conflict: conflict.nullable(),
  })
  .meta({ id: 'ReleaseEntry' })

export const releaseEntryQuery = z.object({
  limit: wholeNumber({ min: 1, max: 1000 }).default(100).describe('1 to 1000; default 100.'),
  offset: wholeNumber({ min: 0, max: 1e12 }).default(0),
})

export const releaseEntryList = page(releaseEntry).meta({
  id: 'ReleaseEntryList',
  description: 'By item and language. Items of spaces that the caller may not use are left out.',
})

const itemIds = shortList(id, { least: 1, most: mostReleaseItems })
const onlyLanguage = languageKey.nullable().exactOptional()

export const releaseAddition = z
  .strictObject({
    ids: itemIds,
    action: action.exactOptional().describe('Default: publish.'),
    language: onlyLanguage.describe('Null or omitted: all languages. Not with `delete`.'),
  })
  .meta({
    id: 'ReleaseAddition',
    description:
      'Adds copies of the drafts as they are now, or what to unpublish or delete. Adding again replaces ' +
      'the copies. All items are added, or none.',
  })

export const releaseRemoval = z
  .strictObject({
    ids: itemIds,
    language: onlyLanguage.describe('Null or omitted: all languages.'),
  })
  .meta({ id: 'ReleaseRemoval' })

export const releaseItem = z
  .strictObject({
    item: itemLabel,
    languages: z.array(
      z
        .strictObject({
          language: z.string().nullable(),
          action,
          fields: fields.nullable().describe('The values to publish.'),
          published: fields
            .nullable()
            .describe('What is public; for a published release, what was public before.'),
        })
        .meta({ id: 'ReleaseItemLanguage' }),
    ),
    items: labels.shape.items.describe('The items that these values refer to.'),
    media: labels.shape.media,
  })
  .meta({ id: 'ReleaseItem' })

const place = { item: itemLabel, language: z.string().nullable() }

export const releaseCheck = z
  .strictObject({
    problems: z
      .array(problem)
      .describe('Why it cannot be published. Paths begin with `item 12, `.'),
    conflicts: z
      .array(z.strictObject({ ...place, at: time }).meta({ id: 'ReleaseCheckConflict' }))
      .describe('Languages that were published after they were added. At most 100.'),
    references: z
      .array(
        z
          .strictObject({
            ...place,
            path: z.string().describe('Where the reference is, such as `links[0].to`.'),
            targetId: id,
            target: itemLabel.nullable().describe('Null if it is gone or hidden from the caller.'),
          })
          .meta({ id: 'ReleaseReference' }),
      )
      .describe(
        'References to items that readers will not see, because neither this release nor an earlier one ' +
          'publishes them. At most 100. They do not prevent publishing.',
      ),
  })
  .meta({ id: 'ReleaseCheck' })

export const releasePublication = z
  .strictObject({
    at: instant.exactOptional().describe('When to publish it. Omitted: now.'),
    isOverwriting: z
      .boolean()
      .exactOptional()
      .describe('Whether to overwrite what was published after it was added.'),
  })
  .meta({
    id: 'ReleasePublication',
    description: 'All changes of the release at once, or none if one of them is not possible.',
  })

export const itemReleases = z
  .strictObject({
    releases: z.array(
      z
        .strictObject({
          luid,
          name: z.string(),
          state: z.enum(releaseStates),
          at: time.nullable(),
          language: z.string().nullable(),
          action,
          isDraftNewer: z.boolean(),
        })
        .meta({ id: 'ItemRelease' }),
    ),
  })
  .meta({ id: 'ItemReleases' })

export type Release = z.infer<typeof release>
export type ReleaseEntry = z.infer<typeof releaseEntry>
export type ReleaseCheck = z.infer<typeof releaseCheck>
