/** Lets those who want the same at the same time wait for one of them to get it. */
export interface Joined<Value> {
  share(name: string, get: () => Promise<Value>): Promise<Value>
}

export function joined<Value>(): Joined<Value> {
  const underWay = new Map<string, Promise<Value>>()
  return {
    share(name, get) {
      const known = underWay.get(name)
      if (known) return known
      const getting = get().finally(() => underWay.delete(name))
      underWay.set(name, getting)
      return getting
    },
  }
}
