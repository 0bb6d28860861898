import { withSetting } from './with-setting.ts'
import type { WorkField, WorkType } from './work.ts'

type Where = NonNullable<WorkField['showWhen']>

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
    fields: followConditions(fields, type.fields),
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
  const stays = (luid: string): boolean => groups.some((group) => group.luid === luid)
  const luids = new Map(
    old.map(({ luid }, at) => {
      const renamed = isSameLength ? groups[at]?.luid : undefined
      return [luid, stays(luid) ? luid : renamed]
    }),
  )
  const fields = type.fields.map((field) =>
    field.group !== undefined && luids.has(field.group)
      ? withSetting(field, 'group', luids.get(field.group))
      : field,
  )
  return withSetting({ ...type, fields }, 'groups', groups.length === 0 ? undefined : groups)
}

/** Conditions follow the rename of a field that they test. */
function followConditions(fields: WorkField[], before: readonly WorkField[]): WorkField[] {
  const luidByKey = new Map(fields.map(({ key, luid }) => [key, luid]))
  const renamed = before.flatMap(({ key, luid }): [string, string][] => {
    const next = luidByKey.get(key)
    return next === undefined || next === luid ? [] : [[luid, next]]
  })
  if (renamed.length === 0) return fields
  const names = new Map(renamed)
  return fields.map((field) =>
    field.showWhen ? { ...field, showWhen: followWhere(field.showWhen, names) } : field,
  )
}

function followWhere(where: Where, names: ReadonlyMap<string, string>): Where {
  const pairs = Object.entries(where).map(([key, value]): [string, unknown] => {
    if (key === '$not') return [key, followWhere(value as Where, names)]
    if (key.startsWith('$')) return [key, (value as Where[]).map((one) => followWhere(one, names))]
    const [first = '', ...rest] = key.split('.')
    return [[names.get(first) ?? first, ...rest].join('.'), value]
  })
  return Object.fromEntries(pairs)
}
