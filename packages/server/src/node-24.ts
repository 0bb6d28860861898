type AnyMap<K, V> = Pick<Map<K, V>, 'get' | 'has'> & { set(key: K, value: V): unknown }

function getOrInsertComputed<K, V>(this: AnyMap<K, V>, key: K, compute: (key: K) => V): V {
  const known = this.get(key)
  if (known !== undefined || this.has(key)) return known as V
  const value = compute(key)
  this.set(key, value)
  return value
}

/**
 * Adds what Node 24 lacks and the server uses; Node 26 has it. Every entry calls it: the command and the
 * threads. Delete it when Node 24 reaches its end of life.
 */
export function addMissingMethods(): void {
  for (const { prototype } of [Map, WeakMap]) {
    if ('getOrInsertComputed' in prototype) continue
    Object.defineProperty(prototype, 'getOrInsertComputed', {
      value: getOrInsertComputed,
      configurable: true,
      writable: true,
    })
  }
}
