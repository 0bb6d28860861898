/** How Studio edits and shows one field type: the counterpart of the server's registry. */
import type { FieldOf, Field } from '@octavo/schema/definitions.ts'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Option } from '@octavo/schema/field-types/settings.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Icon } from '@tabler/icons-react'
import { createContext, use, type ComponentType } from 'react'
import type { Format } from '../i18n/formats.ts'
import type { Text } from '../i18n/text.tsx'
import type { Labels, MediaLabel } from '@octavo/schema/admin/contents.ts'

export interface EditorProps<F extends Field> {
  field: F
  /** In the format of writes; undefined or null when empty. */
  value: unknown
  onChange: (value: unknown) => void
  /** `languages.en.fields.links[0].to`: the path in problems and link targets. */
  path: string
  /** Key of the language of the value. */
  language: string
}

export interface SummaryContext {
  labels: Labels
  t: Text
}

export interface ReadingContext extends SummaryContext {
  schema: Schema
  format: Format
  /** The lines of several fields, with field names. */
  group: (values: Record<string, unknown>, fields: readonly Field[]) => string[]
}

export interface FieldEditor<Type extends FieldTypeName> {
  /** Represents the type on the Models screen. */
  icon: Icon
  Editor: ComponentType<EditorProps<FieldOf<Type>>>
  /** Short values are edited in the side column. */
  isAside: boolean
  /** Whether the editor has its own box, which shows the label. */
  isGroup?: boolean
  /** Whether one input has all parts of a value, so that it shows the problems of the parts. */
  hasParts?: boolean
  /** A short summary of a value, for collapsed entries. */
  summary: (value: unknown, field: FieldOf<Type>, context: SummaryContext) => string
  /** The image that shows a value, for collapsed entries. */
  picture?: (value: unknown, labels: Labels) => MediaLabel | undefined
  /** A non-empty value as lines of plain text, for comparisons. */
  lines: (value: never, field: FieldOf<Type>, context: ReadingContext) => string[]
}

export type FieldEditors = { [Type in FieldTypeName]: FieldEditor<Type> }
/** An editor of any type, for code that looked it up by the type of the field. */
export interface AnyFieldEditor {
  icon: Icon
  Editor: ComponentType<EditorProps<Field>>
  isAside: boolean
  isGroup?: boolean
  hasParts?: boolean
  summary: (value: unknown, field: Field, context: SummaryContext) => string
  picture?: (value: unknown, labels: Labels) => MediaLabel | undefined
  lines: (value: unknown, field: Field, context: ReadingContext) => string[]
}

/** Passed as context because editors of groups render editors of any type. */
export const FieldEditorsContext = createContext<FieldEditors | null>(null)

export function useFieldEditor(type: FieldTypeName): AnyFieldEditor {
  const editors = use(FieldEditorsContext)
  if (!editors) throw new Error('useFieldEditor must be used inside FieldEditorsContext')
  return editors[type] as AnyFieldEditor
}

export const optionLabel = ({ options }: { options: readonly Option[] }, value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

export const textLines = (value: string): string[] => value.split('\n')

export const textSummary = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').slice(0, 120) : ''
