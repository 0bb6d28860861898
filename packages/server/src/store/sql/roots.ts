import {
  defaultRootSettings,
  type RootDefinition,
  type RootSettings,
} from '@octavo/schema/definitions.ts'
import type { Connection } from './dialect.ts'
import type { RootReads, RootWrites } from '../store.ts'
import { changeable } from '../../query/changeable.ts'
import { bumpGenerations } from '../versions/generations.ts'
import { recordTable } from './record-table.ts'
import { selectValue } from './rows.ts'
import { sql } from './sql.ts'

type Definition = Pick<RootDefinition, 'languages' | 'spaces' | 'fieldSets' | 'models'>

interface StoredRoot extends Pick<RootDefinition, 'id' | 'luid' | 'name' | 'version'> {
  definition: Definition
  settings: Partial<RootSettings>
}

export const rootTable = recordTable<StoredRoot>('roots', ['id'], {
  id: 'integer',
  luid: 'text',
  name: 'text',
  version: 'integer',
  definition: 'object',
  settings: 'object',
})

export function rootReads(connection: Connection): RootReads {
  return {
    async list() {
      const roots = await rootTable.all(
        connection,
        sql`select id, luid, name, settings from roots order by id`,
      )
      return roots.map(({ id, luid, name, settings }) => ({
        id,
        luid,
        name,
        settings: completed(settings),
      }))
    },
    version: async (rootId) =>
      (await selectValue<number>(
        connection,
        sql`select version from roots where id = ${rootId}`,
      )) ?? 0,
    async load(rootId) {
      const root = await rootTable.first(connection, sql`select * from roots where id = ${rootId}`)
      if (!root) throw new Error(`there is no root space with id ${rootId}`)
      const { definition, settings, ...named } = root
      return { ...named, ...definition, settings: completed(settings) }
    },
  }
}

export function rootWrites(connection: Connection): RootWrites {
  const bump = (): Promise<void> => bumpGenerations(connection, [changeable.roots])
  return {
    lock: (rootId, mode) => connection.dialect.locks.name(connection, `root ${rootId}`, mode),
    async insert(root) {
      await rootTable.insert(connection, [{ ...root, definition: definitionOf(root) }])
      await bump()
    },
    async save(root) {
      await connection.run(
        sql`update roots set luid = ${root.luid}, name = ${root.name}, version = version + 1,
          definition = ${JSON.stringify(definitionOf(root))}, settings = ${JSON.stringify(root.settings)}
          where id = ${root.id}`,
      )
      await bump()
    },
  }
}

/** Adds defaults for settings that are newer than the stored record. */
function completed(settings: Partial<RootSettings>): RootSettings {
  return { ...defaultRootSettings, ...settings }
}

function definitionOf({ languages, spaces, fieldSets, models }: RootDefinition): Definition {
  return { languages, spaces, fieldSets, models }
}
