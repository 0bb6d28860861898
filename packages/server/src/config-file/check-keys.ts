import type { Problem } from '@octavo/schema/errors.ts'
import { nearest } from '@octavo/schema/nearest.ts'
import { variableOfKey } from './server-settings.ts'

export const schemaKeys = ['name', 'languages', 'spaces', 'fieldSets', 'models', 'settings']
const reservedKeys = ['preview', 'hooks', 'plugins']

/** Reports keys that mean nothing in a configuration file. */
export function checkKeys(
  value: Record<string, unknown>,
  report: (problem: Problem) => void,
): void {
  const known = [...schemaKeys, 'types', ...Object.keys(variableOfKey)]
  for (const path of Object.keys(value).filter((key) => !known.includes(key))) {
    const isReserved = reservedKeys.includes(path)
    report({ path, message: isReserved ? 'is reserved for a later version' : unknown(path, known) })
  }
}

function unknown(key: string, known: readonly string[]): string {
  const meant = nearest(key, known, 2)
  const others = `use ${[...schemaKeys, 'types'].join(', ')} or a setting of octavo start`
  return `unknown key: ${meant === undefined ? others : `did you mean "${meant}"?`}`
}
