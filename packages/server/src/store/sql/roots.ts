import {
  defaultRootSettings,
  type RootDefinition,
  type RootSettings,
} from '@octavo/schema/definitions.ts'
import type { Connection } from './dialect.ts'
import type { RootReads, RootWrites } from '../store.ts'
import { changeable } from '../versions/versions.ts'
import { bumpGenerations } from '../versions/generations.ts'
import { selectValue } from './rows.ts'
import { sql } from './sql.ts'

interface RootRow {
  id: number
  luid: string
  name: string
  version: number
  definition: string
  settings: string
}

type Definition = Pick<RootDefinition, 'languages' | 'spaces' | 'fieldSets' | 'models'>

export function rootReads(connection: Connection): RootReads {
  return {
    async list() {
      const rows = await connection.all<RootRow>(
        sql`select id, luid, name, settings from roots order by id`,
      )
      return rows.map(({ id, luid, name, settings }) => ({
        id,
        luid,
        name,
        settings: settingsOf(settings),
      }))
    },
    version: async (rootId) =>
      (await selectValue<number>(
        connection,
        sql`select version from roots where id = ${rootId}`,
      )) ?? 0,
    async load(rootId) {
      const [row] = await connection.all<RootRow>(sql`select * from roots where id = ${rootId}`)
      if (!row) throw new Error(`there is no root space ${rootId}`)
      const definition = JSON.parse(row.definition) as Definition
      const settings = settingsOf(row.settings)
      return {
        id: row.id,
        luid: row.luid,
        name: row.name,
        version: row.version,
        ...definition,
        settings,
      }
    },
  }
}

export function rootWrites(connection: Connection): RootWrites {
  const bump = (): Promise<void> => bumpGenerations(connection, [changeable.roots])
  return {
    lock: (rootId, mode) => connection.dialect.lock(connection, `root ${rootId}`, mode),
    async insert(root) {
      await connection.run(
        sql`insert into roots (id, luid, name, version, definition, settings) values
          (${root.id}, ${root.luid}, ${root.name}, ${root.version},
           ${definitionText(root)}, ${JSON.stringify(root.settings)})`,
      )
      await bump()
    },
    async save(root) {
      await connection.run(
        sql`update roots set luid = ${root.luid}, name = ${root.name}, version = version + 1,
          definition = ${definitionText(root)}, settings = ${JSON.stringify(root.settings)}
          where id = ${root.id}`,
      )
      await bump()
    },
  }
}

/** What was stored before a setting was thought of has its default. */
function settingsOf(text: string): RootSettings {
  return { ...defaultRootSettings, ...(JSON.parse(text) as Partial<RootSettings>) }
}

function definitionText({ languages, spaces, fieldSets, models }: RootDefinition): string {
  return JSON.stringify({ languages, spaces, fieldSets, models } satisfies Definition)
}
