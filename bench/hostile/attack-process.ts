/** Runs attacks with low priority: real attackers do not share the processors of the server. */
import { setMaxListeners } from 'node:events'
import { setPriority } from 'node:os'
import type { Target } from './attack.ts'
import { attacks } from './attacks.ts'
import { createClients, type Tally } from './clients.ts'

export interface AttackMessage {
  name: string
  target: Target
  seconds: number
}

setPriority(10)
process.on('message', (message: AttackMessage) => {
  void run(message).then((tally) => process.send?.(tally))
})

async function run({ name, target, seconds }: AttackMessage): Promise<Tally> {
  const attack = attacks.find((one) => one.name === name)
  const signal = AbortSignal.timeout(seconds * 1000)
  setMaxListeners(0, signal)
  const clients = createClients(target.port, signal)
  await attack?.run(target, clients)
  return clients.tally
}
