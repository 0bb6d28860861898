/** Stores unsaved edits on this device until they are saved, so that closing a tab loses nothing. */
import { parseJson } from '../../../api/exact-json.ts'
import type { ByLanguage, Values } from './draft-state.ts'

export interface Backup {
  values: ByLanguage<Values>
  /** The versions that the edits are based on, by language. */
  versions: ByLanguage<string>
  at: string
}

const prefix = 'octavo-unsaved:'
const databaseName = 'octavo-unsaved'
const storeName = 'backups'

export async function readBackup(key: string): Promise<Backup | undefined> {
  const text = localStorage.getItem(prefix + key)
  if (text !== null) return parseJson(text) as Backup
  return inStore('readonly', (store) => store.get(key) as IDBRequest<Backup | undefined>).catch(
    () => undefined,
  )
}

/** Writes synchronously if it fits, so that it survives closing the page; large backups take a moment. */
export function writeBackup(key: string, backup: Backup): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(backup))
  } catch {
    localStorage.removeItem(prefix + key)
    void inStore('readwrite', (store) => store.put(backup, key)).catch(() => undefined)
  }
}

export function dropBackup(key: string): void {
  localStorage.removeItem(prefix + key)
  void inStore('readwrite', (store) => store.delete(key)).catch(() => undefined)
}

function inStore<T>(
  mode: IDBTransactionMode,
  send: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
    opening.addEventListener('error', () =>
      reject(opening.error ?? new Error('IndexedDB could not be opened')),
    )
    opening.addEventListener('success', () => {
      const database = opening.result
      const request = send(database.transaction(storeName, mode).objectStore(storeName))
      request.addEventListener('success', () => {
        resolve(request.result)
        database.close()
      })
      request.addEventListener('error', () =>
        reject(request.error ?? new Error('the IndexedDB request failed')),
      )
    })
  })
}
