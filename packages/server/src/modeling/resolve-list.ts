/** The picture, columns and order of the list of a model, with ids instead of LUIDs. */
import type { Field, FieldSet } from '@octavo/schema/definitions.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { factsOf, plainTypeNames } from '@octavo/schema/field-types.ts'
import type { ModelPresentation } from '@octavo/schema/presentation.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { systemNames } from '../query/system-properties.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { quoted } from './reading.ts'
import type { FileModel } from './schema-file.ts'

interface Resolving {
  setById: ReadonlyMap<number, FieldSet>
  problems: Problem[]
}

type Place = NonNullable<ModelPresentation['columns']>[number]
type ListSettings = Pick<ModelPresentation, 'pictureFieldId' | 'columns' | 'order'>

/** Title, status and last update are always shown. */
const systemColumns = ['_created_at', '_published_at', '_last_published_at']

export function resolveList(
  { picture, columns, order }: FileModel,
  fields: readonly Field[],
  path: string,
  { setById, problems }: Resolving,
): ListSettings {
  const report = (at: string, coded: CodedMessage): void => {
    problems.push(problemAt(`${path}.${at}`, coded))
  }

  function placeOf(name: string, isSorted: boolean): Place | CodedMessage {
    const system = isSorted ? systemNames : systemColumns
    if (system.includes(name)) return name
    const reached = fieldsAt(name, fields, setById)
    const last = reached?.at(-1)
    if (!reached || !last) {
      const known = [...fields.map(({ luid }) => luid), ...system]
      return say('noColumn', { name: quoted(name), hint: nearestHint(name, known) })
    }
    if (last.type === 'fieldset') return say('notColumn', { name: quoted(name) })
    if (isSorted && !factsOf(last.type).isSortable)
      return say('notSortable', { name: quoted(name) })
    return reached.map(({ id }) => id)
  }

  const settings: ListSettings = {}
  const pictured = fields.find(({ luid }) => luid === picture)
  if (pictured?.type === 'media') settings.pictureFieldId = pictured.id
  else if (pictured) {
    const { luid: name, type } = pictured
    report('picture', say('pictureType', { name, type, typeWord: type }))
  } else if (picture !== undefined) {
    const luids = fields.map(({ luid }) => luid)
    const hint = nearestHint(picture, luids)
    report('picture', say('titleMissing', { name: quoted(picture), hint }))
  }
  if (columns) {
    settings.columns = columns.flatMap((name, index) => {
      const place = placeOf(name, false)
      if (typeof place === 'string' || Array.isArray(place)) return [place]
      report(`columns[${index}]`, place)
      return []
    })
  }
  if (order) {
    settings.order = order.flatMap((name, index) => {
      const isDescending = name.startsWith('-')
      const by = placeOf(isDescending ? name.slice(1) : name, true)
      if (typeof by === 'string' || Array.isArray(by)) return [{ by, isDescending }]
      report(`order[${index}]`, by)
      return []
    })
  }
  return settings
}

/** The fields on a path; it may enter a field set. */
function fieldsAt(
  path: string,
  fields: readonly Field[],
  setById: ReadonlyMap<number, FieldSet>,
): Field[] | undefined {
  const [first = '', inner, ...deeper] = path.split('.')
  const field = fields.find(({ luid }) => luid === first)
  if (!field || deeper.length > 0) return undefined
  if (inner === undefined) return [field]
  const set = field.type === 'fieldset' ? setById.get(field.fieldSet) : undefined
  const found = set?.fields.find(
    ({ luid, type }) => luid === inner && plainTypeNames.includes(type),
  )
  return found && [field, found]
}

/** The name of a place as files write it. */
export function nameOfPlace(place: Place, fieldById: ReadonlyMap<number, Field>): string {
  if (typeof place === 'string') return place
  return place.map((id) => fieldById.get(id)?.luid ?? '').join('.')
}
