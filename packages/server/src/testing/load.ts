import { setTimeout as delay } from 'node:timers/promises'
import type { TestResponse } from './app-factory.ts'

/** The duration of load tests: a few rounds by default, or OCTAVO_LOAD_SECONDS. */
export function loadRounds(rounds: number): () => boolean {
  const seconds = Number(process.env['OCTAVO_LOAD_SECONDS'] ?? 0)
  const end = performance.now() + seconds * 1000
  let done = 0
  return () => (seconds > 0 ? performance.now() < end : done++ < rounds)
}

/** Clients that create items on two nodes sequentially, and the responses that they received. */
export interface Load {
  /** Ids by title. */
  readonly acknowledged: ReadonlyMap<string, number>
  readonly failures: readonly { node: number; status: number | string; text: string }[]
  count(): number
  end(): Promise<void>
}

export function startLoad(
  create: (node: number, title: string) => Promise<TestResponse>,
  name: string,
): Load {
  const acknowledged = new Map<string, number>()
  const failures: { node: number; status: number | string; text: string }[] = []
  let isOver = false

  async function createOne(node: number, title: string): Promise<void> {
    try {
      const { status, text, json } = await create(node, title)
      if (status === 200) acknowledged.set(title, (json as { id: number }).id)
      else failures.push({ node, status, text })
    } catch {
      failures.push({ node, status: 'unreachable', text: '' })
    }
  }

  const clients = [0, 1, 0, 1].map(async (node, client) => {
    for (let n = 0; !isOver; n++) {
      await createOne(node, `${name} ${client} ${n}`)
      if (failures.length > 0) await delay(5)
    }
  })
  return {
    acknowledged,
    failures,
    count: () => acknowledged.size,
    async end() {
      isOver = true
      await Promise.all(clients)
    },
  }
}
