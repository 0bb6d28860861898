import { followSet } from './follow-fields.ts'
import type { Kind, Work, WorkField, WorkType } from './work.ts'

/** Slugs follow the fields that they are derived from. */
function withSources(old: WorkType | undefined, next: WorkType): WorkType {
  const nameOf = new Map(next.fields.map(({ key, luid }) => [key, luid]))
  const source = (from: string): string | null => {
    if (next.fields.some(({ luid }) => luid === from)) return from
    return nameOf.get(old?.fields.find(({ luid }) => luid === from)?.key ?? '') ?? null
  }
  const follow = (field: WorkField): WorkField =>
    field.from ? { ...field, from: source(field.from) } : field
  return { ...next, fields: next.fields.map(follow) }
}

/** Replaces a type, and updates all references if its LUID changed. */
export function withType(work: Work, kind: Kind, changedType: WorkType): Work {
  const old = work[kind].find(({ key }) => key === changedType.key)
  const next = withSources(old, changedType)
  const replaced = {
    ...work,
    [kind]: work[kind].map((type) => (type.key === next.key ? next : type)),
  }
  if (!old) return replaced
  const changed =
    kind === 'fieldSets'
      ? { ...replaced, models: replaced.models.map((model) => followSet(model, old, next)) }
      : replaced
  if (old.luid === next.luid) return changed
  const list = kind === 'models' ? 'models' : 'fieldSets'
  const follow = (field: WorkField): WorkField => {
    const names = field[list]
    const moved = names?.includes(old.luid)
      ? { ...field, [list]: names.map((luid) => (luid === old.luid ? next.luid : luid)) }
      : field
    const isSet = kind === 'fieldSets' && moved.type === 'fieldset' && moved.luid === old.luid
    return {
      ...moved,
      ...(isSet && { luid: next.luid }),
      ...(moved.fields && { fields: moved.fields.map(follow) }),
    }
  }
  const followed = (type: WorkType): WorkType => ({ ...type, fields: type.fields.map(follow) })
  return { models: changed.models.map(followed), fieldSets: changed.fieldSets.map(followed) }
}
