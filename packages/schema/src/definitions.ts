/**
 * The definition of a root space. Every part has an immutable numeric id; the LUID is a label.
 * Stored content refers to fields, sets, models, spaces and languages by id, so renames do not change it.
 */
import type { z } from 'zod'
import type { rootDefinition } from './admin/definitions.ts'

export type { Field, FieldOf } from './field-types.ts'

export type RootDefinition = z.infer<typeof rootDefinition>
export type RootSettings = RootDefinition['settings']
export type Quotas = RootSettings['quotas']
export type Language = RootDefinition['languages'][number]
export type Space = RootDefinition['spaces'][number]
export type FieldSet = RootDefinition['fieldSets'][number]
export type Model = RootDefinition['models'][number]

export const defaultRootSettings: RootSettings = {
  extendedWrites: false,
  iframeHosts: null,
  textElements: [],
  keepsLocation: false,
  suspension: null,
  quotas: { items: null, mediaBytes: null, requests: null },
  revisions: { sessionDays: 365, publicationDays: null },
}

export const firstRootLuid = 'main'

/** The name of a root space for which none was chosen. */
export function defaultRootName(luid: string): string {
  return luid === firstRootLuid ? 'Main' : luid
}

export const maxLanguages = 50
