/** Inserts the data set into a peer's tables, once for each size. Runs write to a copy. */
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashOf, type Installed } from './install.ts'
import type { Row } from './peer.ts'
import { programsOf, type PeerPlace } from './programs.ts'

const dataSet = readFileSync(new URL('../article-values.ts', import.meta.url), 'utf8')

export async function fill({ peer, folder, runtime }: Installed, size: number): Promise<PeerPlace> {
  const { packages, files, rows, createTables } = peer
  const tables = Object.values(rows).map(String)
  const version = hashOf([dataSet, packages, files, tables, String(createTables)])
  const data = join(folder, 'data')
  const made = join(data, `articles-${size}-${version}.db`)
  const place = { peer, folder, runtime, database: join(data, 'run.db') }
  await mkdir(data, { recursive: true })
  if (!existsSync(made)) {
    const making = { ...place, database: join(data, 'making.db') }
    await removeDatabase(making.database)
    await createTables(making, programsOf(making))
    insertAll(making, size)
    await rename(making.database, made)
  }
  await removeDatabase(place.database)
  await copyFile(made, place.database)
  return place
}

function insertAll({ peer, database }: PeerPlace, size: number): void {
  const target = new DatabaseSync(database)
  target.exec('begin')
  for (const [table, rows] of Object.entries(peer.rows)) insert(target, table, rows(size))
  target.exec('commit')
  target.close()
}

function insert(target: DatabaseSync, table: string, rows: Iterable<Row>): void {
  let statement: ReturnType<DatabaseSync['prepare']> | undefined
  for (const row of rows) {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    statement ??= target.prepare(`insert into ${table} (${names.join(', ')}) values (${places})`)
    statement.run(...Object.values(row))
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-journal', '-wal', '-shm']) await rm(file + end, { force: true })
}
