import type { SchemaInput } from '@octavo/schema/admin/schema.ts'

/** Models to begin with, in the format of schema files. */
export type Template = Pick<SchemaInput, 'fieldSets' | 'models'>

export const templateNames = ['blog', 'magazine', 'catalogue', 'documentation'] as const
export type TemplateName = (typeof templateNames)[number]
