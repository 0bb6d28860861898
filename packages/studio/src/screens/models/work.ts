/** The definition while it is edited. The server changes nothing until the user has reviewed it. */
import type {
  FieldInput,
  FieldSetInput,
  ModelInput,
  SchemaInput,
} from '@octavo/schema/admin/schema.ts'

export interface WorkField extends Omit<FieldInput, 'was' | 'fields'> {
  /** Stays the same through renames and moves. */
  key: string
  /** The LUID on the server; null if new. */
  savedAs: string | null
  fields?: WorkField[]
}

/** A model or a field set. */
export interface WorkType extends Omit<ModelInput, 'was' | 'fields' | 'name'> {
  key: string
  savedAs: string | null
  name: string
  fields: WorkField[]
}

export interface Work {
  models: WorkType[]
  fieldSets: WorkType[]
}

export type Kind = keyof Work

/** The model or field set that is open in the builder. */
export interface Place {
  kind: Kind
  key: string
}

/** Makes keys unique across visits, because they are stored with the edits. */
const visit = crypto.getRandomValues(new Uint32Array(1)).join()
let last = 0
export function newKey(): string {
  last += 1
  return `new-${visit}-${last}`
}

export function workOf(schema: SchemaInput): Work {
  return { models: schema.models.map(typeOf), fieldSets: schema.fieldSets.map(typeOf) }
}

function typeOf({ was: _was, ...input }: ModelInput | FieldSetInput): WorkType {
  const { luid, name = luid, fields } = input
  return { ...input, key: newKey(), savedAs: luid, name, fields: fields.map(fieldOf) }
}

function fieldOf({ fields, was: _was, ...input }: FieldInput): WorkField {
  return {
    ...input,
    key: newKey(),
    savedAs: input.luid,
    ...(fields && { fields: fields.map(fieldOf) }),
  }
}

export function schemaOf(work: Work, base: SchemaInput): SchemaInput {
  return { ...base, models: work.models.map(typeInput), fieldSets: work.fieldSets.map(typeInput) }
}

function typeInput({ key: _key, savedAs, luid, title, fields, ...rest }: WorkType): ModelInput {
  return {
    ...rest,
    luid,
    ...renamed(savedAs, luid),
    ...(title !== undefined && fields.some((field) => field.luid === title) && { title }),
    fields: fields.map(fieldInput),
  }
}

function fieldInput({ key: _key, savedAs, fields, ...input }: WorkField): FieldInput {
  return {
    ...input,
    ...renamed(savedAs, input.luid),
    ...(fields && { fields: fields.map(fieldInput) }),
  }
}

const renamed = (from: string | null, luid: string) =>
  from !== null && from !== luid ? { was: from } : {}

/** Converts a name to a LUID; '' if it has letters that a LUID cannot have. */
export function luidFrom(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (/(?![a-z])\p{L}/u.test(plain)) return ''
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64)
}

export function freeLuid(preferred: string, taken: readonly string[]): string {
  if (!taken.includes(preferred)) return preferred
  for (let number = 2; ; number += 1) {
    if (!taken.includes(`${preferred}_${number}`)) return `${preferred}_${number}`
  }
}

interface Naming {
  luid: string
  from: string
  to: string
  /** The fallback LUID while the name yields none; numbered if it is taken. */
  spare: string
  taken: readonly string[]
}

/** The LUID after a name change: it follows the name until the user edits it. */
export function luidAfter({ luid, from, to, spare, taken }: Naming): string {
  const isSpare = luid.replace(/_\d+$/, '') === spare
  const isTyped = !isSpare && luid !== freeLuid(luidFrom(from), taken)
  const preferred = luidFrom(to) || spare
  return isTyped || (isSpare && preferred === spare) ? luid : freeLuid(preferred, taken)
}
