/** Enumerations of the management API. Studio offers them as choices. */

export const themes = ['system', 'light', 'dark'] as const
export const studioLanguages = ['en', 'ja'] as const

export const contentStates = ['active', 'archived', 'trash'] as const

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

export const mediaKinds = ['image', 'video', 'audio', 'document', 'other'] as const

export const auditKinds = ['item', 'media', 'schema', 'key', 'token', 'user', 'space'] as const

export const fieldWidths = ['half', 'full'] as const
/** How Studio shows the groups of the fields of a model. */
export const groupLayouts = ['tabs', 'sections'] as const
