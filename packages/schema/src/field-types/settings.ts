/** The properties of all fields, and the settings of single types by kind. */
import type { z } from 'zod'
import type { fieldCommon, fieldSettings } from '../admin/field-settings.ts'

type Values<Schemas extends Record<string, z.ZodType>> = {
  [Name in keyof Schemas]: z.infer<Schemas[Name]>
}

export type FieldCommon = z.infer<z.ZodObject<typeof fieldCommon>>
export type SettingValues = Values<typeof fieldSettings>
export type SettingKind = keyof SettingValues
export type Option = SettingValues['options'][number]
