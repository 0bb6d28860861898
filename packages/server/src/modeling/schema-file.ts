/**
 * A schema file as a checked value: what a definition is, with LUIDs in place of ids. Everything
 * that the file left out has its default.
 */
import type { Field } from '@octavo/schema/definitions.ts'

export interface SchemaFile {
  /** Keys; the first is the main language. */
  languages: string[]
  /** Sub-spaces; the parent space is always there. */
  spaces: FileNames[]
  fieldSets: FileFieldSet[]
  models: FileModel[]
}

/** What the people who read a schema call it by. */
export interface FileNames {
  luid: string
  /** The LUID that it had before, if it is to be renamed. */
  was: string | null
  name: string
}

export interface FileFieldSet extends FileNames {
  fields: FileField[]
}

export interface FileModel extends FileNames {
  /** LUID of the title field; null for the first text field. */
  title: string | null
  fields: FileField[]
}

export type FileField = FileNames & Settings<Field>

/** The settings of a field, with names in place of ids. */
type Settings<F> = F extends Field
  ? { [Key in Exclude<keyof F, 'id' | 'luid' | 'name' | 'fieldSet'>]: Named<Key, F[Key]> }
  : never

type Named<Key, Value> = Key extends 'fields'
  ? FileField[]
  : Key extends 'models'
    ? string[] | null
    : Key extends 'fieldSets'
      ? string[]
      : Value
