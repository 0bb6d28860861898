/** Facts about the twelve field types that every side agrees on. */

export const fieldTypeNames = [
  'text',
  'multiline',
  'flexible',
  'boolean',
  'select',
  'multiselect',
  'datetime',
  'media',
  'reference',
  'repeat',
  'combination',
  'fieldset',
] as const
export type FieldTypeName = (typeof fieldTypeNames)[number]

export const operators = ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'has'] as const
export type Operator = (typeof operators)[number]

export const textFormats = ['html', 'text', 'markdown', 'portable_html'] as const
export type TextFormat = (typeof textFormats)[number]

/** Formats in which flexible text may be written. */
export const textInputFormats = ['portable_html', 'markdown'] as const
export type TextInputFormat = (typeof textInputFormats)[number]

export const statuses = ['draft', 'published', 'published_draft'] as const
export type Status = (typeof statuses)[number]

/** What a key sees: published data only, or drafts in preference. */
export const views = ['published', 'draft'] as const
export type View = (typeof views)[number]
