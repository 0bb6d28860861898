/** Resolves the conditions of fields, when the ids of all fields are known. */
import { fieldsIn } from '@octavo/schema/conditions/condition.ts'
import { parseCondition } from '@octavo/schema/conditions/parse-condition.ts'
import type { Field, FieldSet } from '@octavo/schema/definitions.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { FileField } from './schema-file.ts'

interface Resolving {
  setById: ReadonlyMap<number, FieldSet>
  /** Earlier LUIDs by field id: conditions follow a rename. */
  wasById: ReadonlyMap<number, string>
  problems: Problem[]
}

/** The fields of an owner with the conditions of its entries; fields that the file omits keep theirs. */
export function resolveConditions(
  entries: readonly FileField[],
  fields: readonly Field[],
  path: string,
  resolving: Resolving,
): Field[] {
  const { setById, wasById, problems } = resolving
  const scope = {
    fields,
    inside(field: Field): readonly Field[] | undefined {
      if (field.type === 'fieldset') return setById.get(field.fieldSet)?.fields ?? []
      return field.type === 'repeat' ? field.fields : undefined
    },
    find: (among: readonly Field[], luid: string): Field | undefined =>
      among.find((field) => field.luid === luid) ??
      among.find((field) => wasById.get(field.id) === luid),
    problem: (at: string, message: ReturnType<typeof say>): void => {
      problems.push(problemAt(at, message))
    },
  }
  const resolved = fields.map((field, index): Field => {
    const entry = entries[index]
    const place = `${path}[${index}]`
    const inner =
      field.type === 'repeat' && entry?.type === 'repeat'
        ? {
            ...field,
            fields: resolveConditions(entry.fields, field.fields, `${place}.fields`, resolving),
          }
        : field
    if (!entry?.showWhen) return inner
    return { ...inner, showWhen: parseCondition(entry.showWhen, `${place}.showWhen`, scope) }
  })
  checkCycles(resolved, path, problems)
  return resolved
}

/** A field whose condition depends on itself could never be decided. */
function checkCycles(fields: readonly Field[], path: string, problems: Problem[]): void {
  const needs = new Map(fields.map(({ id, showWhen }) => [id, fieldsIn(showWhen ?? [])]))
  const luids = new Map(fields.map(({ id, luid }) => [id, luid]))
  for (const [index, { id }] of fields.entries()) {
    const cycle = cycleFrom(id, needs)
    if (!cycle) continue
    const names = cycle.map((one) => luids.get(one) ?? '').join(' → ')
    problems.push(problemAt(`${path}[${index}].showWhen`, say('whereCycle', { names })))
  }
}

/** The shortest way from a field back to itself. */
function cycleFrom(
  start: number,
  needs: ReadonlyMap<number, readonly number[]>,
): number[] | undefined {
  const seen = new Set<number>()
  let ways = [[start]]
  while (ways.length > 0) {
    const next: number[][] = []
    for (const way of ways) {
      for (const id of needs.get(way.at(-1) ?? 0) ?? []) {
        if (id === start) return [...way, id]
        if (seen.has(id)) continue
        seen.add(id)
        next.push([...way, id])
      }
    }
    ways = next
  }
  return undefined
}
