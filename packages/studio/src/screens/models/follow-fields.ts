import { withSetting } from './with-setting.ts'
import type { WorkField, WorkType } from './work.ts'

type Where = NonNullable<WorkField['showWhen']>

/** The new form of the path of a field; undefined if the field is gone. */
type Follow = (path: string) => string | undefined

/** Fields by their old LUID: the new one, undefined if the field is gone, and the fields of a repeat. */
type Renames = ReadonlyMap<string, { luid: string | undefined; inner: Renames }>

/** Replaces the fields of a type. Settings that name a field follow its rename, and its removal. */
export function followFields(type: WorkType, fields: WorkField[]): WorkType {
  const before = new Map(type.fields.map((field) => [field.key, field.fields]))
  const inner = fields.map((field) =>
    field.fields ? { ...field, fields: followEntry(before.get(field.key), field.fields) } : field,
  )
  return withPaths({ ...type, fields: inner }, followIn(renamesOf(type.fields, fields)))
}

/** Settings of a type follow renames and removals in a field set that is built into it. */
export function followSet(type: WorkType, old: WorkType, next: WorkType): WorkType {
  const isBuiltIn = type.fields.some(
    (field) => field.type === 'fieldset' && field.luid === old.luid,
  )
  if (!isBuiltIn) return type
  const inner = renamesOf(old.fields, next.fields)
  return withPaths(type, followIn(new Map([[old.luid, { luid: next.luid, inner }]])))
}

/** The fields of a repeat: conditions in it test fields of the same entry. */
function followEntry(before: readonly WorkField[] = [], fields: WorkField[]): WorkField[] {
  const follow = followIn(renamesOf(before, fields))
  return fields.map((field) => withCondition(field, follow))
}

function renamesOf(before: readonly WorkField[], after: readonly WorkField[]): Renames {
  const kept = new Map(after.map((field) => [field.key, field]))
  return new Map(
    before.map(({ key, luid, fields = [] }) => {
      const now = kept.get(key)
      return [luid, { luid: now?.luid, inner: renamesOf(fields, now?.fields ?? []) }]
    }),
  )
}

function followIn(renames: Renames): Follow {
  return (path) => {
    let here: Renames | undefined = renames
    const names: string[] = []
    for (const name of path.split('.')) {
      const found: ReturnType<Renames['get']> = here?.get(name)
      if (found && found.luid === undefined) return undefined
      names.push(found?.luid ?? name)
      here = found?.inner
    }
    return names.join('.')
  }
}

/** A condition on a field that is gone stays, so that the review reports it. */
function withPaths(type: WorkType, follow: Follow): WorkType {
  const { title, picture, columns, order, ...others } = type
  const sorted = (by: string): string[] => {
    const [, sign = '', path = ''] = /^(-?)(.*)$/.exec(by) ?? []
    const next = follow(path)
    return next === undefined ? [] : [`${sign}${next}`]
  }
  return {
    ...others,
    fields: type.fields.map((field) => withCondition(field, follow)),
    ...named('title', title === undefined ? undefined : follow(title)),
    ...named('picture', picture === undefined ? undefined : follow(picture)),
    ...(columns && { columns: columns.flatMap((path) => follow(path) ?? []) }),
    ...(order && { order: order.flatMap(sorted) }),
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

function withCondition(field: WorkField, follow: Follow): WorkField {
  return field.showWhen ? { ...field, showWhen: followWhere(field.showWhen, follow) } : field
}

function followWhere(where: Where, follow: Follow): Where {
  const pairs = Object.entries(where).map(([key, value]): [string, unknown] => {
    if (key === '$not') return [key, followWhere(value as Where, follow)]
    if (key.startsWith('$')) return [key, (value as Where[]).map((one) => followWhere(one, follow))]
    const next = follow(key) ?? key
    const followEach: Follow = (path) => follow(`${key}.${path}`)?.slice(next.length + 1)
    return [next, followTests(value as Where, followEach)]
  })
  return Object.fromEntries(pairs)
}

/** `$some`, `$none` and `$every` have conditions on the entries of a list. */
function followTests(tests: Where, follow: Follow): Where {
  const pairs = Object.entries(tests).map(([key, value]) => [
    key,
    key.startsWith('$') ? followWhere(value as Where, follow) : value,
  ])
  return Object.fromEntries(pairs) as Where
}
