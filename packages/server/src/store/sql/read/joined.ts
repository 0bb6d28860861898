/** Lets those who want the same at the same time wait for one of them to get it. */
export interface Joined<Value> {
  share(name: string, get: () => Promise<Value>): Promise<Value>
}

export function joined<Value>(): Joined<Value> {
  const underWay = new Map<string, Promise<Value>>()

  async function first(name: string, get: () => Promise<Value>): Promise<Value> {
    const getting = get()
    underWay.set(name, getting)
    try {
      return await getting
    } finally {
      if (underWay.get(name) === getting) underWay.delete(name)
    }
  }

  return {
    share(name, get) {
      return underWay.get(name) ?? first(name, get)
    },
  }
}
