/** A validated schema file: a definition with LUIDs instead of ids. Omitted settings have their defaults. */
import type { Where } from '@octavo/schema/conditions/condition.ts'
import type { Field, FieldSet, Model, RootSettings } from '@octavo/schema/definitions.ts'

export interface SchemaFile {
  /** The name of the root space and its parent space; null leaves it unchanged. */
  name: string | null
  /** Language keys; the first is the main language. */
  languages: string[]
  /** Sub-spaces; the parent space always exists. */
  spaces: FileNames[]
  fieldSets: FileFieldSet[]
  models: FileModel[]
  /** Settings that the file leaves out stay unchanged. */
  settings: FileSettings
}

/** The settings that a schema file can have. Quotas and suspension belong to the operator. */
export type FileSettings = Partial<Omit<RootSettings, 'suspension' | 'quotas' | 'revisions'>> & {
  revisions?: Partial<RootSettings['revisions']>
}

/** The names of a definition. */
export interface FileNames {
  luid: string
  /** The previous LUID, for a rename. */
  was: string | null
  name: string
}

export interface FileFieldSet extends FileNames, Pick<FieldSet, PresentationOf<FieldSet>> {
  fields: FileField[]
}

export interface FileModel extends FileNames, Pick<Model, PresentationOf<Model>> {
  /** LUID of the title field; null for the first text field. */
  title: string | null
  /** LUID of the media field that pictures a row. */
  picture?: string
  /** Paths of fields, or names of system properties. */
  columns?: string[]
  /** The same, with a minus for descending order. */
  order?: string[]
  fields: FileField[]
}

type PresentationOf<Owner> = Exclude<
  keyof Owner,
  'id' | 'luid' | 'name' | 'fields' | 'titleFieldId' | 'pictureFieldId' | 'columns' | 'order'
>

export type FileField = FileNames & Settings<Field>

/** The settings of a field with names instead of ids. */
type Settings<F> = F extends Field
  ? {
      [Key in keyof F as Exclude<Key, 'id' | 'luid' | 'name' | 'fieldSet'>]: Named<Key, F[Key]>
    }
  : never

type Named<Key, Value> = Key extends 'fields'
  ? FileField[]
  : Key extends 'showWhen'
    ? Where
    : Key extends 'models'
      ? string[] | null
      : Key extends 'fieldSets'
        ? string[]
        : Key extends 'from'
          ? string | null
          : Value
