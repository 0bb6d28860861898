/** Checks the rows of a backup before anything is written. */
import type { Model, RootDefinition } from '@octavo/schema/definitions.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { misfitIn } from '../fields/values.ts'
import type { StageData } from '../store/records.ts'
import type { Scratch, TableRow } from '../store/store.ts'
import { tableShapes, type TableShape } from './row-shapes.ts'

export class RowFault extends Error {
  override name = 'RowFault'
}

/** The columns with values of an item. `copy` also has the time of the values. */
const valueColumns: Readonly<Record<string, readonly string[]>> = {
  item_languages: ['draft', 'published'],
  schedules: ['copy'],
}

export type RowCheck = ReturnType<typeof createRowCheck>

/** For one pass through a file, in its order. `items` stores data that could exceed memory. */
export function createRowCheck(items: Scratch) {
  const lasts = new Map<string, TableRow>()
  const seen = new Set<string>()
  const roots = new Set<number>()
  const models = new Map<number, { model: Model; schema: Schema }>()
  let line = 0

  function check(table: string, shape: TableShape, row: TableRow): void {
    requireOrder(shape, lasts.get(table), row)
    lasts.set(table, row)
    for (const column of shape.unique ?? []) {
      const name = `${table} ${column} ${row[column]}`
      if (seen.has(name)) throw new RowFault(`${column} is the same as in an earlier row`)
      seen.add(name)
    }
    if (table === 'roots') addRoot(row)
    else if ('root_id' in row && table !== 'changes' && !roots.has(Number(row['root_id']))) {
      throw new RowFault(`root_id: root space ${row['root_id']} does not exist`)
    }
    if (table === 'items') items.note(Number(row['id']), Number(row['model_id']), ++line)
  }

  function addRoot(row: TableRow): void {
    const definition = JSON.parse(String(row['definition'])) as RootDefinition
    const schema = indexSchema(definition)
    roots.add(Number(row['id']))
    for (const model of definition.models) models.set(model.id, { model, schema })
  }

  /** Values of removed models are never read, so they are not checked. */
  function checkValues(row: TableRow, modelId: number, texts: readonly string[]): void {
    const found = models.get(modelId)
    if (!found) return
    for (const stage of texts) {
      const text = row[stage]
      if (typeof text !== 'string') continue
      const parsed = JSON.parse(text) as StoredValues | StageData
      const values = (stage === 'copy' ? parsed['values'] : parsed) as StoredValues
      const misfit = misfitIn(values, found.model.fields, found.schema)
      if (misfit !== undefined) throw new RowFault(`${stage}: the value of ${misfit} is invalid`)
    }
  }

  return {
    /** Parses lines of a table; `lineOf` describes a line in errors. Throws a RowFault. */
    rows(table: string, lines: readonly string[], lineOf: (index: number) => string): TableRow[] {
      const shape = tableShapes[table]
      if (!shape) throw new Error(`unknown table ${table}`)
      const rows = lines.map((text, index) =>
        named(lineOf(index), () => {
          const row = rowIn(text, shape)
          check(table, shape, row)
          return row
        }),
      )
      const texts = valueColumns[table]
      if (!('item_id' in (rows[0] ?? {}))) return rows
      const found = items.find(rows.map((row) => Number(row['item_id'])))
      for (const [index, row] of rows.entries()) {
        named(lineOf(index), () => {
          const item = found.get(Number(row['item_id']))
          if (!item) throw new RowFault(`item_id: item ${row['item_id']} does not exist`)
          if (texts) checkValues(row, item.modelId ?? 0, texts)
        })
      }
      return rows
    },
  }
}

/** Adds the line to any error. */
function named<T>(line: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    // Other errors come from values that are nested too deep, for example.
    const what = error instanceof RowFault ? error.message : 'cannot be parsed'
    throw new RowFault(`${line}: ${what}`, { cause: error })
  }
}

function rowIn(text: string, { row: shape }: TableShape): TableRow {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new RowFault('is not JSON', { cause: error })
  }
  const { data, error } = shape.safeParse(parsed)
  if (data) return data
  const [issue] = error.issues
  const where = issue?.path.join('.') ?? ''
  throw new RowFault(
    where === '' ? (issue?.message ?? 'is invalid') : `${where}: ${issue?.message}`,
  )
}

/** Texts by code point, as both databases sort them. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

/** Rows are sorted by their key, which also excludes duplicates. */
function requireOrder({ key }: TableShape, last: TableRow | undefined, row: TableRow): void {
  if (!last) return
  for (const column of key) {
    const order = compare(row[column] ?? 0, last[column] ?? 0)
    if (order > 0) return
    if (order < 0) break
  }
  throw new RowFault(`${key.join(' and ')} must be greater than in the row before`)
}
