/** Enumerations of the management API. Studio offers them as choices. */

export const themes = ['system', 'light', 'dark'] as const
/** How much room lists and forms take. */
export const densities = ['comfortable', 'compact'] as const
export const studioLanguages = ['en', 'ja'] as const

export const contentStates = ['active', 'archived', 'trash'] as const
/** Lists of content: those states, and the active items that are scheduled or whose review is due. */
export const listStates = ['active', 'scheduled', 'review', 'archived', 'trash'] as const

/** Translations that need work: there is none, or its original has changed since. */
export const translationStates = ['missing', 'outdated'] as const
export type TranslationState = (typeof translationStates)[number]

export const scheduleActions = ['publish', 'unpublish'] as const
export const scheduleStates = ['pending', 'failed'] as const

/** What a release does with a language of an item, or with an item. */
export const releaseActions = ['publish', 'unpublish', 'delete'] as const
export const releaseStates = ['open', 'scheduled', 'failed', 'published'] as const

export const itemActions = [
  'publish',
  'unpublish',
  'addDraft',
  'discardDraft',
  'removeLanguage',
  'archive',
  'restore',
  'delete',
] as const

/** What made a revision: an editing session, a publication, its end, or the restoring of an earlier one. */
export const revisionKinds = ['edit', 'publish', 'unpublish', 'revert'] as const
export const longestRevisionName = 200

export const mediaKinds = ['image', 'video', 'audio', 'document', 'other'] as const

export const auditKinds = [
  'item',
  'media',
  'schema',
  'key',
  'token',
  'webhook',
  'release',
  'user',
  'space',
] as const

/** Settings of fields that are checked when an item is published. Each can warn instead. */
export const publicationRules = [
  'required',
  'maxLength',
  'pattern',
  'min',
  'max',
  'step',
  'schema',
] as const
export type PublicationRule = (typeof publicationRules)[number]

export const fieldWidths = ['half', 'full'] as const
/** How Studio shows the groups of the fields of a model. */
export const groupLayouts = ['tabs', 'sections'] as const
