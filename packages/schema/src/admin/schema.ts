/** Definitions as Studio sends them: the schema file of `octavo schema apply`, as a value. */
import type { Problem } from '../errors.ts'
import type { FieldTypeName } from '../field-types.ts'
import type { Said } from '../problems.ts'

export interface SchemaInput {
  /** Keys; the first is the main language. */
  languages: string[]
  /** Sub-spaces, without the parent. */
  spaces: NamedInput[]
  fieldSets: FieldSetInput[]
  models: ModelInput[]
}

export interface NamedInput {
  luid: string
  /** The LUID that it had, where it is renamed: no content changes. */
  was?: string
  name?: string
}

export interface FieldSetInput extends NamedInput {
  fields: FieldInput[]
}

export interface ModelInput extends NamedInput {
  /** LUID of the title field; left out: the first text field. */
  title?: string
  fields: FieldInput[]
}

export interface FieldInput extends NamedInput {
  type: FieldTypeName
  required?: boolean
  translatable?: boolean
  unique?: boolean
  maxLength?: number | null
  pattern?: string | null
  default?: unknown
  options?: (string | { value: string; label?: string })[]
  /** Of a reference: LUIDs of models; left out: every model. */
  models?: string[]
  /** Of a combination: LUIDs of field sets. */
  fieldSets?: string[]
  /** Of a repeat. */
  fields?: FieldInput[]
}

export interface SchemaDocument {
  /** Of the definition; sent back as `expectedVersion`. */
  version: number
  schema: SchemaInput
}

export interface SchemaProposal {
  schema: SchemaInput
  /** Whether what the schema leaves out is removed. Studio's builder sends true. */
  isPrune: boolean
}

export interface SchemaPreview {
  /** The plan, for people. */
  lines: string[]
  /** The same by code, to be said in any language. */
  planned: Said[]
  isChanged: boolean
  /** What would be deleted; needs `isConfirmed`. */
  losses: string[]
  lost: Said[]
  /** What makes it impossible, at its place: `models[1].fields[0].luid`. */
  problems: Problem[]
}

export interface SchemaChange extends SchemaProposal {
  /** Refused with 412 if somebody else changed the definition meanwhile. */
  expectedVersion: number
  /** Delete what still holds content. */
  isConfirmed: boolean
}

/** How many items there are, by LUID of the model and of the space. */
export interface ContentCounts {
  models: Record<string, { active: number; archived: number; trash: number }>
  spaces: Record<string, { items: number; media: number }>
}
