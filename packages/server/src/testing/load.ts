import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from './app-factory.ts'

/** How long tests under load go on: a few rounds by default, a time where OCTAVO_LOAD_SECONDS says. */
export function loadRounds(rounds: number): () => boolean {
  const seconds = Number(process.env['OCTAVO_LOAD_SECONDS'] ?? 0)
  const end = performance.now() + seconds * 1000
  let done = 0
  return () => (seconds > 0 ? performance.now() < end : done++ < rounds)
}

/** Clients that make items at two nodes, each one after the other, and what they were told. */
export interface Load {
  /** Ids by title. */
  readonly acknowledged: ReadonlyMap<string, number>
  readonly failures: readonly { node: number; status: number | string; text: string }[]
  count(): number
  end(): Promise<void>
}

export function startLoad(
  create: (node: number, title: string) => Promise<Answer>,
  name: string,
): Load {
  const acknowledged = new Map<string, number>()
  const failures: { node: number; status: number | string; text: string }[] = []
  let isOver = false

  async function makeOne(node: number, title: string): Promise<void> {
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
      await makeOne(node, `${name} ${client} ${n}`)
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
