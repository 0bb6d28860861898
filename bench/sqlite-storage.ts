import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataSetStorage } from './data-set-storage.ts'

/** One folder per data set, in the form of `octavo start --data`. */
export function sqliteStorage(place: string): DataSetStorage {
  const folderOf = (name: string): string => join(place, 'sqlite', name)
  return {
    has: async (name) => existsSync(folderOf(name)),
    address: (name) => ({ dataFolder: folderOf(name), database: undefined }),
    async create(name) {
      await mkdir(folderOf(name), { recursive: true })
    },
    async copy(from, to) {
      await rm(folderOf(to), { recursive: true, force: true })
      const mode = constants.COPYFILE_FICLONE
      await cp(folderOf(from), folderOf(to), { recursive: true, mode })
    },
    finish: (from, to) => rename(folderOf(from), folderOf(to)),
    remove: (name) => rm(folderOf(name), { recursive: true, force: true }),
    async bytes(name) {
      const files = (await readdir(folderOf(name))).filter((file) => file.startsWith('octavo.db'))
      const sizes = files.map(async (file) => (await stat(join(folderOf(name), file))).size)
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    },
    close: async () => {},
  }
}
