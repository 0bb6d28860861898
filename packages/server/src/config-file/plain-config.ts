/** A configuration as plain data, in the shape of a schema file, with the place of each definition. */
import { placeOfDefinition } from './places.ts'

export interface PlainConfig {
  value: unknown
  /** Places by path: `models[1].fields[0]`. */
  places: [path: string, place: string][]
  /** Values that are no data. */
  faults: [path: string, message: string][]
}

const maxDepth = 32

export function plainConfig(config: unknown): PlainConfig {
  const places: PlainConfig['places'] = []
  const faults: PlainConfig['faults'] = []

  function visit(value: unknown, path: string, depth: number): unknown {
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
      faults.push([path, `must be plain data, not a ${typeof value}`])
      return undefined
    }
    if (typeof value !== 'object' || value === null) return value
    if (depth > maxDepth) {
      faults.push([path, 'is nested too deeply'])
      return undefined
    }
    const place = placeOfDefinition(value)
    if (place !== undefined) places.push([path, place])
    if (Array.isArray(value)) {
      return value.map((item, at) => visit(item, `${path}[${at}]`, depth + 1))
    }
    const entries = Object.entries<unknown>({ ...value }).map(([key, inner]) => {
      const innerPath = path === '' ? key : `${path}.${key}`
      const named = path !== '' && isReference(key) ? luidsOf(inner) : inner
      return [key, visit(named, innerPath, depth + 1)]
    })
    // A value that is left out by `undefined` is not there, as in JSON.
    return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
  }

  return { value: visit(config, '', 0), places, faults }
}

/** Settings of fields that name other definitions. */
function isReference(key: string): boolean {
  return key === 'models' || key === 'fieldSets'
}

function luidsOf(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'luid' in item ? item.luid : item,
  )
}
