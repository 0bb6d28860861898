import { withSetting } from './with-setting.ts'
import type { WorkField, WorkType } from './work.ts'

/** Replaces the fields of a type. Settings that name a field follow its rename, and its removal. */
export function followFields(type: WorkType, fields: WorkField[]): WorkType {
  const kept = new Map(fields.map(({ key, luid }) => [key, luid]))
  const luids = new Map(type.fields.map(({ key, luid }) => [luid, kept.get(key)]))
  /** Undefined if the field is gone. */
  const follow = (path: string): string | undefined => {
    const [, sign = '', first = '', rest = ''] = /^(-?)([^.]*)(.*)$/.exec(path) ?? []
    if (!luids.has(first)) return path
    const luid = luids.get(first)
    return luid === undefined ? undefined : `${sign}${luid}${rest}`
  }
  const { title, picture, columns, order, ...others } = type
  return {
    ...others,
    fields,
    ...named('title', title === undefined ? undefined : follow(title)),
    ...named('picture', picture === undefined ? undefined : follow(picture)),
    ...(columns && { columns: columns.flatMap((path) => follow(path) ?? []) }),
    ...(order && { order: order.flatMap((path) => follow(path) ?? []) }),
  }
}

function named(key: 'title' | 'picture', luid: string | undefined): Partial<WorkType> {
  return luid === undefined ? {} : { [key]: luid }
}

/** Replaces the groups of a type. Fields follow a rename of their group, and its removal. */
export function withGroups(type: WorkType, groups: WorkType['groups'] = []): WorkType {
  const old = type.groups ?? []
  const isSameLength = old.length === groups.length
  const luids = new Map(
    old.map(({ luid }, at) => [
      luid,
      isSameLength ? groups[at]?.luid : groups.find((group) => group.luid === luid)?.luid,
    ]),
  )
  const fields = type.fields.map((field) =>
    field.group !== undefined && luids.has(field.group)
      ? withSetting(field, 'group', luids.get(field.group))
      : field,
  )
  return withSetting({ ...type, fields }, 'groups', groups.length === 0 ? undefined : groups)
}
